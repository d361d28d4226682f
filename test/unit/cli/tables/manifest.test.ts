import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readManifest, type ManifestOptions } from '../../../../src/cli/tables/manifest.ts'
import type { ManifestRow } from '../../../../src/cli/tables/manifest-row.ts'

async function read(content: string | Uint8Array, options: Partial<ManifestOptions> = {}) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-manifest-'))
  const path = join(folder.path, 'album.csv')
  await writeFile(path, content)
  const manifest = await readManifest(path, { map: {}, set: {}, ...options })
  const rows: ManifestRow[] = []
  for await (const row of manifest.rows()) rows.push(row)
  return { rows, findings: [...manifest.findings, ...rows.flatMap((row) => row.findings)] }
}

const HEADER = 'file,title,original_date,edtf_date'

test('reports a missing manifest with its path', async () => {
  await expect(readManifest('/nowhere/album.csv', { map: {}, set: {} })).rejects.toThrow(
    '/nowhere/album.csv cannot be read: no such file.',
  )
})

test('never guesses the encoding of bytes that are not UTF-8', async () => {
  const latin = Buffer.from(`${HEADER}\na.jpg,Br\xfccke,1920,1920\n`, 'latin1')
  const { findings, rows } = await read(latin)
  expect(findings).toMatchObject([{ code: 'encoding.unknown' }])
  expect(rows).toEqual([])
  const told = await read(latin, { encoding: 'windows-1252' })
  expect(told.rows[0]?.values.title).toBe('Brücke')
})

test('answers an unknown encoding with a usage error', async () => {
  await expect(read(HEADER, { encoding: 'klingon' })).rejects.toThrow(/--encoding: "klingon"/)
})

test('reports an unknown column, and suggests a similar one', async () => {
  const { findings } = await read('file,titel,original_date,edtf_date,_note,#own,xyzzy\n')
  expect(findings).toMatchObject([
    { code: 'column.unknown', cell: 'B1', suggestion: 'title' },
    { code: 'column.unknown', cell: 'G1', suggestion: null },
    { code: 'column.missing', column: 'title' },
  ])
})

test('reports two columns with the same name', async () => {
  const { findings } = await read(`${HEADER},Title\n`)
  expect(findings).toMatchObject([{ code: 'column.duplicate', cell: 'E1' }])
})

test('reports a row with too many cells with its line', async () => {
  const { findings } = await read(`${HEADER}\na.jpg,"One\ntwo",1920,1920\n\nb.jpg,One,1,2,3\n`)
  expect(findings).toMatchObject([{ code: 'csv.ragged', row: 2, line: 5, cell: 'A4' }])
})

test.each([
  ['a cell with the delimiter', 'a.jpg,One, two,1920,1920\n', 'that contains ","'],
  ['a tab', 'a.jpg\tOne\t1920\t1920\t5\n', 'contains a tab'],
  ['another delimiter', 'a.jpg;One;1920;1920\n', 'separated by ";"'],
  ['tabs', 'a.jpg\tOne\t1920\t1920\n', 'separated by a tab'],
  ['a quotation mark', 'a.jpg,"One,1,2\nb.jpg,Two,1,2\nc.jpg,Three"\n', 'missing quotation mark'],
  ['other line ends', 'a.jpg,One,1,2\nb.jpg,Two,1,2\nc.jpg,Three,1,2\r\n', 'end differently'],
])('explains a ragged row by %s', async (name, row, cause) => {
  const end = name === 'other line ends' ? '\r\n' : '\n'
  const header = name === 'a tab' ? HEADER.replaceAll(',', '\t') : HEADER
  const { findings } = await read(`${header}${end}${row}`)
  expect(findings).toMatchObject([{ code: 'csv.ragged', message: expect.stringContaining(cause) }])
})

test.each([
  ['without empty cells at their end', HEADER, 'a.jpg,One\nb.jpg,Two,1920'],
  ['with surplus empty cells', HEADER, 'a.jpg,One,,,,\nb.jpg,Two,1920,,," "'],
  ['below a header with a final delimiter', `${HEADER},`, 'a.jpg,One,,\nb.jpg,Two,1920,,'],
  ['below a longer header', `${HEADER},,,`, 'a.jpg,One,,\nb.jpg,Two,1920,'],
  ['with line breaks', HEADER, 'a.jpg,One\nb.jpg,Two,1920,"",""'],
])('reads rows %s', async (_, header, rows) => {
  for (const delimiter of [',', ';', '\t']) {
    const text = `${header}\n${rows}\n`.replaceAll(',', delimiter)
    const whole = await read(text)
    expect(whole.findings).toEqual([])
    expect(whole.rows.map(({ values }) => values)).toEqual([
      { file: 'a.jpg', title: 'One' },
      { file: 'b.jpg', title: 'Two', original_date: '1920' },
    ])
  }
})

test('ignores blank rows above the header, however many cells they have', async () => {
  const whole = await read(`,,,\n , ,,,,\n${HEADER}\na.jpg,One,1,2\n`)
  expect(whole.findings).toEqual([])
  expect(whole.rows).toMatchObject([{ row: 1, line: 4, sheetRow: 4 }])
})

test('reports an unclosed quotation mark with its line', async () => {
  const { findings } = await read(`${HEADER}\na.jpg,"One,1920,1920\n`)
  expect(findings).toMatchObject([{ code: 'csv.quote' }])
})

test('reports a manifest without rows', async () => {
  expect((await read(HEADER)).findings).toMatchObject([{ code: 'manifest.empty' }])
})

test.each([
  ['commas', `${HEADER}\na.jpg,One; two,1920,1920~\n`],
  ['semicolons', 'file;title;original_date;edtf_date\na.jpg;One; two;1920;1920~\n'],
  ['tabs', 'file\ttitle\toriginal_date\tedtf_date\na.jpg\tOne; two\t1920\t1920~\n'],
  [
    'a declared separator',
    'sep=|\nfile|title|original_date|edtf_date\na.jpg|One; two|1920|1920~\n',
  ],
  ['a byte order mark', `\ufeff${HEADER}\na.jpg,One; two,1920,1920~\n`],
  ['Windows line ends', `${HEADER}\r\na.jpg,One; two,1920,1920~\r\n`],
  ['names in other spelling', 'File,TITLE,Original-Date,EDTF date\na.jpg,One; two,1920,1920~\n'],
])('%s are understood', async (form, text) => {
  const content = form === 'semicolons' ? text.replace('One; two', '"One; two"') : text
  const { findings, rows } = await read(content)
  expect(findings).toEqual([])
  expect(rows).toHaveLength(1)
  expect(rows[0]?.values).toEqual({
    file: 'a.jpg',
    title: 'One; two',
    original_date: '1920',
    edtf_date: '1920~',
  })
})

test.each([
  ['utf16le', [0xff, 0xfe]],
  ['utf16be', [0xfe, 0xff]],
])('%s with its mark is understood', async (encoding, mark) => {
  const text = Buffer.from(`${HEADER}\na.jpg,Brücke,1920,1920\n`, 'utf16le')
  const bytes = encoding === 'utf16le' ? text : text.swap16()
  const { rows } = await read(Buffer.concat([Buffer.from(mark), bytes]))
  expect(rows[0]?.values.title).toBe('Brücke')
})

test('--map and --set supply missing columns', async () => {
  const { findings, rows } = await read('Datei,title,creator\na.jpg,One,\nb.jpg,Two,Ada\n', {
    map: { Datei: 'file' },
    set: { original_date: 'n.d.', edtf_date: 'XXXX', creator: 'unknown' },
  })
  expect(findings).toEqual([])
  expect(rows.map(({ values }) => [values.file, values.edtf_date, values.creator])).toEqual([
    ['a.jpg', 'XXXX', 'unknown'],
    ['b.jpg', 'XXXX', 'Ada'],
  ])
})

test('reports columns named after Object.prototype members, such as `constructor`, as unknown', async () => {
  const { findings } = await read(`${HEADER},constructor,toString\n`)
  expect(findings).toMatchObject([
    { code: 'column.unknown', message: expect.stringContaining('"constructor", "toString"') },
  ])
})

test('reports an unreadable table with the row, in the words of the check', async () => {
  const unclosed = await read(
    `sep=,\n${HEADER}\na.jpg,A,1920,1920\nb.jpg,"B,1920,1920\nc.jpg,C,,\n`,
  )
  expect(unclosed.findings).toMatchObject([
    { code: 'csv.quote', line: 4, message: expect.stringContaining('never closed') },
  ])
  const inside = await read(`${HEADER}\na.jpg,the "A",1920,1920\n`)
  expect(inside.findings).toMatchObject([
    { code: 'csv.quote', line: 2, message: expect.stringContaining('contains a quotation mark') },
  ])
  const after = await read(`${HEADER}\n\na.jpg,"A"s,1920,1920\n`)
  expect(after.findings).toMatchObject([{ code: 'csv.quote' }])
})

test.each([
  ['excel.unreadable', Buffer.from('PK\x03\x04 and so on'), 'it is damaged'],
  ['excel.unreadable', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'Save it as .xlsx'],
  ['encoding.unknown', Buffer.from(`${HEADER}\na.jpg,Ü,,\n`, 'utf16le'), 'utf-16le'],
])('what is no manifest is refused as %s with what to do about it', async (code, bytes, advice) => {
  const { findings } = await read(bytes)
  expect(findings).toMatchObject([{ code, message: expect.stringContaining(advice) }])
})
