import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CatalogError, conflict } from '../../../../src/core/base/errors.ts'
import { MICROS_PER_SECOND } from '../../../../src/core/base/clock.ts'
import { rateLimitedError } from '../../../../src/core/auth/limits/rate-limit.ts'
import { html } from '../../../../src/core/base/html.ts'
import { createExports } from '../../../../src/server/export/exports.ts'
import { createLinks } from '../../../../src/server/http/links.ts'
import { errors } from '../../../../src/server/middleware/errors.ts'
import { renderFormFields } from '../../../../src/server/pages/csrf-field.ts'
import { emptyDraft, type Draft } from '../../../../src/server/pages/draft.ts'
import type { Page } from '../../../../src/server/pages/layout.ts'
import type { SignedInVisit } from '../../../../src/server/pages/visit.ts'
import { createRouter } from '../../../../src/server/http/router.ts'
import { formRoute } from '../../../../src/server/routes/pages/form-route.ts'
import { privatePageRoute } from '../../../../src/server/routes/pages/private-page-route.ts'
import { browserWithSession } from '../../../support/oauth.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'
import { parsePage } from '../../../support/parse-page.ts'

const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())
const { catalog } = stack.use(await openTestCatalog())
const keys: (string | undefined)[] = []

function showNote(visit: SignedInVisit, { values, fieldErrors, message, code }: Draft): Page {
  const problems = [...Object.values(fieldErrors).flat(), message, code]
  return {
    title: 'Note',
    main: html`<form method="post" action="${visit.links.base('/note/')}">
      ${renderFormFields(visit.session)}
      <input name="text" value="${values.text}" />
      <p>${problems}</p>
      <button>Save</button>
    </form>`,
  }
}

const routes = [
  privatePageRoute({
    path: '/note/',
    summary: 'Show the note',
    access: 'user',
    show: async (visit) => showNote(visit, emptyDraft()),
  }),
  formRoute({
    path: '/note/',
    summary: 'Save the note',
    access: 'user',
    fields: z.object({ text: z.string().min(1, 'Write something.') }),
    async submit({ fields: { text }, idempotencyKey, request: { links } }) {
      keys.push(idempotencyKey)
      if (text === 'old') throw conflict('Someone was faster.', { code: 'superseded' })
      if (text === 'many') throw rateLimitedError(1, 7 * MICROS_PER_SECOND)
      if (text === 'gone') throw new CatalogError('not_found', 'Not found.')
      return { redirectTo: links.base(`/note/?saved=${encodeURIComponent(text)}`) }
    },
    showAgain: async (visit, draft) => showNote(visit, draft),
  }),
]

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
stack.defer(() => {
  server.close()
})
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const bases = { baseUrl, cdnUrl: `${baseUrl}/media`, uploadUrl: `${baseUrl}/upload` }
const links = createLinks(bases)
const app = new Koa()
app.use(errors(catalog.log, { links, siteName: () => undefined, site: catalog.config }))
app.use(createRouter(routes, { catalog, links, exports: createExports(catalog, bases) }).routes())
const callback = app.callback()
server.on('request', (request, response) => void callback(request, response))
const browser = await browserWithSession({ baseUrl, catalog, fetch }, 'Ada')

const save = async (text: string) => browser.submit(await browser.open('note/'), 'Save', { text })

test('redirects after a submission, with the line breaks of browsers normalized', async () => {
  const page = await save('one\r\ntwo')
  expect(page.address.searchParams.get('saved')).toBe('one\ntwo')
})

test('passes the key of the form, which a repeated submission has again', async () => {
  keys.length = 0
  const page = await browser.open('note/')
  for (const key of [undefined, undefined, 'no key']) {
    await browser.submit(page, 'Save', { text: 'x', ...(key && { idempotency_key: key }) })
  }
  await save('x')
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(keys.slice(1, 3)).toEqual([keys[0], undefined])
  expect(keys[3]).not.toBe(keys[0])
})

test.each([
  ['', 400, ['Write something.'], null],
  ['old', 409, ['Someone was faster.', 'superseded'], null],
  ['many', 429, ['7 seconds'], '7'],
] as const)('shows the draft %j again with the error, as %i', async (text, status, told, retry) => {
  const page = await save(text)
  expect(page.status).toBe(status)
  expect(page.headers.get('retry-after')).toBe(retry)
  expect(page.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(parsePage(page.text).value('text')).toBe(text)
  for (const message of told) expect(page.text).toContain(message)
  expect((await browser.submit(page, 'Save', { text: 'better' })).status).toBe(200)
})

test('shows other errors on a page of their own', async () => {
  const page = await save('gone')
  expect(page.status).toBe(404)
  expect(parsePage(page.text).text('h1')).toBe('Not found')
})
