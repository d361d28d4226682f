import { expect, test } from 'vitest'
import type { ManifestOptions } from '../../../../src/cli/tables/manifest.ts'
import { HEADER, readAll, readWhole } from '../../../support/manifests.ts'

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

test.each([
  ['MacRoman', 'macintosh.csv'],
  ['mac-roman', 'macintosh.csv'],
  ['x-mac-roman', 'macintosh.csv'],
  ['cp1252', 'windows-1252.csv'],
  ['Windows 1252', 'windows-1252.csv'],
  ['ANSI', 'windows-1252.csv'],
  ['utf16', 'utf-16le.csv'],
  ['UTF16BE', 'utf-16be.csv'],
  ['iso8859_1', 'excel-europe.csv'],
])('knows the encoding %s', async (encoding, name) => {
  expect(await titles(name, { encoding })).toEqual(WESTERN)
})

test.each([
  ['cp850', [0x81, 0xe1, 0x9b, 0xa9]],
  ['IBM850', [0x81, 0xe1, 0x9b, 0xa9]],
  ['cp437', [0x81, 0xe1, 0xed, 0x9e]],
])('reads code page %s', async (encoding, bytes) => {
  const row = Buffer.concat([
    Buffer.from(`${HEADER}\na.jpg,`),
    Buffer.from(bytes),
    Buffer.from(',1,'),
  ])
  const { rows } = await readWhole('a.csv', row, { encoding })
  const expected = encoding === 'cp437' ? 'üßφ₧' : 'üßø®'
  expect(rows.map(({ values }) => values.title)).toEqual([expected])
})

/** UTF-8 with Windows-1252 in every third row. */
function mixedTable(count: number, lineEnd = '\n'): Buffer {
  const rows = Array.from({ length: count }, (_, index) => {
    const row = `${index}.jpg,Brücke ${index},1920,1920${lineEnd}`
    return Buffer.from(row, index % 3 === 1 ? 'latin1' : 'utf8')
  })
  return Buffer.concat([Buffer.from(`${HEADER}${lineEnd}`), ...rows])
}

test('names the lines that are not UTF-8 among others that are, and advises a fallback', async () => {
  const { rows, findings } = await readWhole('mixed.csv', mixedTable(6))
  expect(rows).toEqual([])
  expect(findings).toMatchObject([{ code: 'encoding.unknown', severity: 'error', line: 3 }])
  expect(findings[0]!.message).toMatch(
    /^Lines 3, 6 are not UTF-8, but 4 other lines .+ are\. .+--encoding-fallback windows-1252 gives "Brücke 1"/,
  )
  expect(findings[0]!.message).not.toContain('--encoding windows-1252')
})

test.each(
  ['\n', '\r', '\r\n'].flatMap((lineEnd) => [6, 20_000].map((count) => [lineEnd, count] as const)),
)(
  'reads the lines with the end %j that are not UTF-8 in the fallback, and names them',
  async (lineEnd, count) => {
    const { rows, findings } = await readWhole('mixed.csv', mixedTable(count, lineEnd), {
      encodingFallback: 'windows-1252',
    })
    const expected = Array.from({ length: count }, (_, index) => `Brücke ${index}`)
    expect(rows.map(({ values }) => values.title)).toEqual(expected)
    expect(findings).toMatchObject([{ code: 'encoding.fallback', severity: 'warning', line: 3 }])
    expect(findings[0]!.message).toMatch(/^Lines 3, 6[ ,]/)
  },
)

test('does not use the fallback for a table that is all in the first encoding', async () => {
  const { findings } = await readWhole('good.csv', `${HEADER}\na.jpg,Brücke,1920,1920\n`, {
    encodingFallback: 'cp850',
  })
  expect(findings).toEqual([])
})

test('names an unknown encoding', async () => {
  const read = (options: Partial<ManifestOptions>) => readWhole('a.csv', `${HEADER}\n`, options)
  await expect(read({ encoding: 'klingon' })).rejects.toThrow('"klingon" is not a known encoding')
  await expect(read({ encodingFallback: 'klingon' })).rejects.toThrow('--encoding-fallback')
})
