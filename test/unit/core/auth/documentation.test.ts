import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import hostile from '../../../../fixtures/redirect-uris/hostile.json' with { type: 'json' }
import { SCOPES } from '../../../../src/core/auth/caller.ts'

const root = new URL('../../../../', import.meta.url)
const page = await readFile(new URL('docs/oauth.md', root), 'utf8')

function rowsBelow(heading: string): string[][] {
  const section = page.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) => row.split('|').map((cell) => cell.replaceAll('`', '').trim()))
}

test('every rule on the page has an existing file and test', () => {
  const rows = rowsBelow('Where each rule lives')
  expect(rows.length).toBeGreaterThan(15)
  for (const path of rows.flatMap(([, , file, proof]) => [file!, proof!])) {
    expect(existsSync(new URL(path, root)), path).toBe(true)
  }
})

test('the page lists every scope and the number of hostile redirect URIs', () => {
  expect(rowsBelow('Scopes').map(([, scope]) => scope)).toEqual([...SCOPES])
  const number = hostile.never_registered.length + hostile.never_answered.asked.length
  expect(page).toContain(`lists ${number} URIs`)
})
