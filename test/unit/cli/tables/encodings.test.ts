import { expect, test } from 'vitest'
import type { ManifestOptions } from '../../../../src/cli/tables/manifest.ts'
import { readAll } from '../../../support/manifests.ts'

const sheet = (name: string): string =>
  new URL(`../../../../fixtures/manifests/sheets/${name}`, import.meta.url).pathname

const WESTERN = ['Brücke über die Elbe', 'Café «Zur Post», Hof']
const POLISH = ['Praga, Žižkov i Łódź', 'Kościół «Zur Post», Hof']

const titles = async (name: string, options?: Partial<ManifestOptions>) =>
  (await readAll(sheet(name), options)).rows.map(({ values }) => values.title)

test.each([
  'windows-1252.csv',
  'windows-1250.csv',
  'macintosh.csv',
  'excel-europe.csv',
  'utf-16le.csv',
  'utf-16be.csv',
])('requires the encoding of %s, which is ambiguous', async (name) => {
  const { rows, findings } = await readAll(sheet(name))
  expect(rows).toEqual([])
  expect(findings).toMatchObject([
    { code: 'encoding.unknown', message: expect.stringContaining('--encoding') },
  ])
})

test.each([
  ['windows-1252.csv', { encoding: 'windows-1252' }, WESTERN],
  ['windows-1250.csv', { encoding: 'windows-1250' }, POLISH],
  ['macintosh.csv', { encoding: 'macintosh' }, WESTERN],
  ['utf-16le.csv', { encoding: 'utf-16le' }, WESTERN],
  ['utf-16be.csv', { encoding: 'UTF-16BE' }, WESTERN],
  ['excel-unicode-text.txt', {}, WESTERN],
  ['excel-europe.csv', { encoding: 'latin1' }, WESTERN],
  ['excel-europe-utf-8.csv', {}, WESTERN],
  // A byte order mark overrides the option.
  ['excel-europe-utf-8.csv', { encoding: 'windows-1252' }, WESTERN],
])('reads %s with %j', async (name, options, expected) => {
  expect(await titles(name, options)).toEqual(expected)
})

test('reports a wrong encoding if its bytes are invalid', async () => {
  const { findings } = await readAll(sheet('utf-16le.csv'), { encoding: 'windows-1252' })
  expect(findings).toMatchObject([{ code: 'encoding.unknown' }])
})

test.each([['excel-europe.csv'], ['excel-europe-utf-8.csv']])(
  'reads %s with semicolons as delimiters and decimal commas',
  async (name) => {
    const { rows, findings } = await readAll(sheet(name), { encoding: 'windows-1252' })
    expect(findings).toEqual([])
    expect(rows.map(({ values }) => values.rotation)).toEqual(['90,0', '0,0'])
  },
)
