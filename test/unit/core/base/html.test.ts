import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { html, trusted } from '../../../../src/core/base/html.ts'

test('escapes values in text and attributes', () => {
  const hostile = `"><script>alert('&')</script>`
  expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</a>',
  )
})

test('no text can open a tag, end an attribute or begin an entity', () => {
  assert(
    property(string(), (text) => {
      const { text: made } = html`${text}`
      expect(made.replaceAll(/&(amp|lt|gt|quot|#39);/g, '')).not.toMatch(/[<>"'&]/)
    }),
  )
})

test('inserts nested markup, lists and numbers unchanged, and nothing for null', () => {
  const items = [1, 2].map((n) => html`<li>${n}</li>`)
  expect(html`<b>${items}${null}${undefined}${false}</b>`.text).toBe('<b><li>1</li><li>2</li></b>')
  expect(html`${trusted('<b>')}`.text).toBe('<b>')
})
