import { expect, test } from 'vitest'
import { HEADER, readWhole, sheetOf, workbookOf, zipOf } from '../support/manifests.ts'

const COLUMNS = HEADER.split(',')
const ROW = ['a.jpg', 'One', 'n.d.', 'XXXX']

async function workbookFindings(bytes: Buffer) {
  return (await readWhole('album.xlsx', bytes)).findings
}

test('rejects a part that decompresses to an excessive size', async () => {
  const bomb = Buffer.alloc(20 * 1024 ** 2, `<xf/>${' '.repeat(500_000)}`)
  const bytes = workbookOf(sheetOf(COLUMNS, ROW), { 'xl/styles.xml': bomb })
  expect(bytes.length).toBeLessThan(100_000)
  expect(await workbookFindings(bytes)).toMatchObject([
    { code: 'excel.unreadable', message: expect.stringContaining('more than 16 MB') },
  ])
})

test('rejects nested entities before it expands them', async () => {
  const lol = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
  const bytes = workbookOf(lol + sheetOf(COLUMNS, ['&c;', ...ROW.slice(1)]))
  expect(await workbookFindings(bytes)).toMatchObject([
    { code: 'excel.unreadable', message: expect.stringContaining('document type') },
  ])
})

test('keeps an undefined entity as text', async () => {
  const { rows } = await readWhole(
    'album.xlsx',
    workbookOf(sheetOf(COLUMNS, ['&c;', '&#65;&lt;', 'x', 'y'])),
  )
  expect(rows[0]?.values).toMatchObject({ file: '&c;', title: 'A<' })
})

test('rejects a cell of several megabytes, in every format', async () => {
  const cell = 'x'.repeat(2 * 1024 ** 2)
  const row = ['a.jpg', cell, 'n.d.', 'XXXX']
  const forms: [string, string | Buffer, string][] = [
    ['album.xlsx', workbookOf(sheetOf(COLUMNS, row)), 'excel.unreadable'],
    ['album.csv', `${HEADER}\n${row.join(',')}\n`, 'csv.quote'],
    ['album.csv', `${HEADER}\na.jpg,"${cell}\n`, 'csv.quote'],
    [
      'album.jsonl',
      `${JSON.stringify({ file: 'a.jpg', title: cell })}\n{"file":"b.jpg"}\n`,
      'json.malformed',
    ],
  ]
  for (const [name, bytes, code] of forms) {
    const { findings } = await readWhole(name, bytes)
    expect(
      findings.map((finding) => finding.code),
      name,
    ).toContain(code)
  }
})

test('rejects a cell of many small pieces before it fills the memory', async () => {
  const pieces = '<r><t>0123456789</t></r>'.repeat(200_000)
  const row = ['a.jpg', `<c t="inlineStr"><is>${pieces}</is></c>`, 'n.d.', 'XXXX']
  const findings = await workbookFindings(workbookOf(sheetOf(COLUMNS, row)))
  expect(findings).toMatchObject([
    { code: 'excel.unreadable', message: expect.stringContaining('longer than 1 MB') },
  ])
})

test('accepts 16,384 columns and rejects 16,385', async () => {
  const names = Array.from({ length: 16_384 }, (_, n) => COLUMNS[n] ?? `_${n}`)
  const { findings, rows } = await readWhole('album.xlsx', workbookOf(sheetOf(names, ROW)))
  expect(findings).toEqual([])
  expect(rows).toHaveLength(1)
  expect(await workbookFindings(workbookOf(sheetOf([...names, '_x'], ROW)))).toMatchObject([
    { code: 'excel.unreadable' },
  ])
})

test.each([
  ['cells that go backwards', '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>'],
  ['rows that go backwards', '<row r="2"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>'],
  ['a row beyond every sheet', '<row r="99999999"><c><v>1</v></c></row>'],
])('rejects %s', async (_, rows) => {
  const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  const { findings } = await readWhole('album.xlsx', workbookOf(sheet))
  expect(findings.map(({ code }) => code)).toContain('excel.unreadable')
})

test.each([
  ['that is cut off', (bytes: Buffer) => bytes.subarray(0, -30)],
  ['without any part', () => zipOf({ 'other.txt': 'x' })],
  ['with bytes that were changed', (bytes: Buffer) => Buffer.from(bytes).fill(0xff, 200, 260)],
])('reports a workbook %s as unreadable', async (_, spoil) => {
  const findings = await workbookFindings(spoil(workbookOf(sheetOf(COLUMNS, ROW))))
  expect(findings).toMatchObject([{ code: 'excel.unreadable' }])
})

test('reports each line that is not an object, and reads the others', async () => {
  const lines = [
    '{"file":"a.jpg","title":"A"}',
    '[1]',
    '{"file":',
    '{"file":"b.jpg","title":{"de":"B"}}',
  ]
  const { findings, rows } = await readWhole('album.jsonl', lines.join('\n'))
  expect(findings.filter(({ row }) => row !== null)).toMatchObject([
    { code: 'json.malformed', line: 2 },
    { code: 'json.malformed', line: 3 },
    { code: 'json.value', line: 4, column: 'title', value: '{"de":"B"}' },
  ])
  expect(rows.map(({ values }) => values.file)).toEqual(['a.jpg', '[1]', '{"file":', 'b.jpg'])
})

test('does not take inherited members of objects for columns', async () => {
  const { findings } = await readWhole('album.jsonl', '{"file":"a.jpg","constructor":"x"}\n')
  expect(findings).toMatchObject([
    { code: 'column.unknown', value: 'constructor' },
    ...['title', 'original_date', 'edtf_date'].map((column) => ({
      code: 'column.missing',
      column,
    })),
  ])
})

/** Creates a workbook whose cells share these strings. */
function sharing(texts: string, ...rows: string[][]): Buffer {
  return workbookOf(sheetOf(COLUMNS, ...rows), {
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  })
}

test('rejects a row that uses a long shared string a thousand times', async () => {
  const shared = Array.from({ length: 1000 }, () => '<c t="s"><v>0</v></c>')
  const bytes = workbookOf(sheetOf(COLUMNS, shared), {
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`,
  })
  expect(await workbookFindings(bytes)).toMatchObject([
    { code: 'excel.unreadable', message: expect.stringContaining('longer than 1 MB') },
  ])
})

test('rejects a shared string of many pieces before it fills the memory', async () => {
  const pieces = '<r><t>0123456789</t></r>'.repeat(150_000)
  expect(await workbookFindings(sharing(`<si>${pieces}</si>`, ROW))).toMatchObject([
    { code: 'excel.unreadable', message: expect.stringContaining('longer than 1 MB') },
  ])
})

test.each([
  ['different texts', 'xl/sharedStrings.xml', `<sst>${'<si/>'.repeat(4 * 1024 ** 2 + 1)}</sst>`],
  ['cell formats', 'xl/styles.xml', `<x><cellXfs>${'<xf/>'.repeat(65_537)}</cellXfs></x>`],
  [
    'sheets',
    'xl/workbook.xml',
    `<workbook xmlns:r="x"><sheets>${'<sheet name="a" r:id="rId1"/>'.repeat(1025)}</sheets></workbook>`,
  ],
])('rejects a workbook with too many %s', async (things, part, xml) => {
  const bytes = workbookOf(sheetOf(COLUMNS, ROW), { [part]: xml })
  expect(await workbookFindings(bytes)).toMatchObject([
    { code: 'excel.unreadable', message: expect.stringContaining(things) },
  ])
})

test('parses a number format of a megabyte of brackets in linear time', async () => {
  const formatCode = '['.repeat(1_000_000)
  const styles = `<x><numFmts><numFmt numFmtId="200" formatCode="${formatCode}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></x>`
  const row = ['a.jpg', '<c s="0"><v>7</v></c>', 'n.d.', 'XXXX']
  const { findings, rows } = await readWhole(
    'album.xlsx',
    workbookOf(sheetOf(COLUMNS, row), { 'xl/styles.xml': styles }),
  )
  expect(findings).toEqual([])
  expect(rows[0]?.values.title).toBe('7')
})
