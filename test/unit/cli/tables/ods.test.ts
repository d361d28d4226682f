import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeOds } from 'hucre/ods'
import { expect, test } from 'vitest'
import { readManifest } from '../../../../src/cli/tables/manifest.ts'
import { HEADER, odsOf, odsSheetOf, readWhole, zipOf } from '../../../support/manifests.ts'

const COLUMNS = HEADER.split(',')
const ROW = ['a.jpg', 'One', '1920', '1920']

const read = (...rows: (string[] | string)[]) => readWhole('a.ods', odsOf(odsSheetOf(...rows)))

/** A cell of a type, with its value and the text that it shows. */
function cell(type: string, value: string, shown: string, more = ''): string {
  const name = { date: 'date-value', time: 'time-value', boolean: 'boolean-value' }[type] ?? 'value'
  return `<table:table-cell office:value-type="${type}" office:${name}="${value}" ${more}><text:p>${shown}</text:p></table:table-cell>`
}

test('reads a spreadsheet that a library wrote', async () => {
  const rows = [COLUMNS, ROW, ['b.jpg', 'Two & <3>', 'about 1920', '1920~']]
  const { findings, rows: found } = await readWhole(
    'a.ods',
    await writeOds({ sheets: [{ name: 'Images', rows }] }),
  )
  expect(findings).toEqual([])
  expect(found.map(({ values }) => values)).toEqual([
    { file: 'a.jpg', title: 'One', original_date: '1920', edtf_date: '1920' },
    { file: 'b.jpg', title: 'Two & <3>', original_date: 'about 1920', edtf_date: '1920~' },
  ])
})

test('reads texts with spaces, line breaks, links and formats, and leaves out comments', async () => {
  const annotation =
    '<office:annotation><dc:creator>Ada</dc:creator><text:p>a comment</text:p></office:annotation>'
  const frame = '<draw:frame><draw:text-box><text:p>a box</text:p></draw:text-box></draw:frame>'
  const title = `<table:table-cell office:value-type="string">${annotation}<text:p>Old<text:s text:c="2"/><text:span text:style-name="T1">stone <text:a>bridge</text:a></text:span>${frame}</text:p><text:p>second<text:line-break/>third<text:tab/>x</text:p></table:table-cell>`
  const { findings, rows } = await read(COLUMNS, ['a.jpg', title, '1920', '1920'])
  expect(findings).toEqual([])
  expect(rows[0]?.values.title).toBe('Old  stone bridge\nsecond\nthird\tx')
})

test('reads repeated cells and rows, and ignores those that are only formatted', async () => {
  const twice =
    '<table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>1920</text:p></table:table-cell>'
  const blank = '<table:table-cell table:style-name="ce1" table:number-columns-repeated="16380"/>'
  const row = `<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><text:p>a.jpg</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>One</text:p></table:table-cell>${twice}${blank}</table:table-row>`
  const gap = `<table:table-row table:number-rows-repeated="3">${blank}</table:table-row>`
  const rest = `<table:table-row table:number-rows-repeated="1048570">${blank}</table:table-row>`
  const group = `<table:table-row-group>${row}</table:table-row-group>`
  const { findings, rows } = await read(COLUMNS, gap, group, rest)
  expect(findings).toEqual([])
  expect(rows.map(({ sheetRow, values }) => [sheetRow, values.edtf_date])).toEqual([
    [5, '1920'],
    [6, '1920'],
  ])
})

test.each([
  ['a number', cell('float', '1920', '1,920.00'), '1920', []],
  ['leading zeros', cell('float', '7', '007'), '7', ['excel.number_format', '007']],
  ['a percentage', cell('percentage', '0.25', '25 %'), '0.25', ['excel.number_format', '25 %']],
  ['a currency', cell('currency', '12.5', '12,50 €'), '12.5', ['excel.number_format', '12,50 €']],
  ['a truth value', cell('boolean', 'true', 'WAHR'), 'true', []],
  [
    'a date',
    cell('date', '1920-05-01', '01.05.20'),
    '1920-05-01',
    ['excel.date_cell', '1920-05-01'],
  ],
  [
    'a time of a day',
    cell('date', '1920-05-01T12:00:00', '1.5.1920 12:00'),
    '1920-05-01T12:00:00',
    ['excel.date_cell', '1920-05-01T12:00:00'],
  ],
  ['a month', cell('date', '1920-05-01', 'Mai 1920'), '1920-05-01', ['excel.date_cell', '1920-05']],
  ['a typed year', cell('date', '1905-04-06', '1905'), '1905-04-06', ['excel.date_cell', '1923']],
  ['a year', cell('date', '1920-05-01', '1920'), '1920-05-01', ['excel.date_cell', '1920']],
  ['a time', cell('time', 'PT12H30M00S', '12:30'), '12:30', ['excel.date_cell', '12:30']],
  ['a formula', cell('float', '3', '3', 'table:formula="of:=1+2"'), '3', ['excel.formula', null]],
  [
    'an empty formula',
    '<table:table-cell table:formula="of:=[.A9]" office:value-type="string" office:string-value=""/>',
    undefined,
    ['excel.formula', null],
  ],
  ['an error', cell('string', '', '#REF!', 'calcext:value-type="error"'), '#REF!', []],
])('reads %s', async (_, creator, text, [code, suggestion]) => {
  const { findings, rows } = await read([...COLUMNS, 'creator'], [...ROW, creator])
  expect(rows[0]?.values.creator).toBe(text)
  expect(findings).toMatchObject(code === undefined ? [] : [{ code, cell: 'E2', suggestion }])
})

test('chooses sheets, and tells hidden ones and hidden rows', async () => {
  const hidden = '<table:table-row table:visibility="filter">'
  const images = odsSheetOf(
    COLUMNS,
    ROW,
    odsSheetOf(ROW)
      .replace(/<\/?table:table( [^>]*)?>/g, '')
      .replace('<table:table-row>', hidden),
  )
  const notes =
    '<table:table table:name="Notes" table:style-name="ta2"><table:table-row/></table:table>'
  const styles =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const whole = await readWhole('a.ods', odsOf(images + notes, {}, styles))
  expect(whole.findings.map(({ code }) => code)).toEqual(['excel.hidden_sheet', 'excel.hidden_row'])
  expect(whole.rows).toHaveLength(2)
  const both = odsOf(images + notes)
  expect((await readWhole('a.ods', both)).findings).toMatchObject([
    { code: 'excel.sheet', message: expect.stringContaining('--sheet: "Images", "Notes"') },
  ])
  expect((await readWhole('a.ods', both, { sheet: 'images' })).rows).toHaveLength(2)
})

test('rejects merged cells of rows, and ignores a title that is merged above the header', async () => {
  const span = (text: string, attributes: string) =>
    `<table:table-cell office:value-type="string" ${attributes}><text:p>${text}</text:p></table:table-cell>`
  const covered = '<table:covered-table-cell table:number-columns-repeated="3"/>'
  const title = span(
    'Our collection',
    'table:number-columns-spanned="4" table:number-rows-spanned="1"',
  )
  const merged = span('n.d.', 'table:number-columns-spanned="1" table:number-rows-spanned="2"')
  const under = '<table:covered-table-cell/>'
  const whole = await read([title, covered], COLUMNS, ROW)
  expect(whole.findings.map(({ code }) => code)).toEqual(['column.header_row'])
  const { findings } = await read(
    COLUMNS,
    ['a.jpg', 'One', merged, '1920'],
    ['b.jpg', 'Two', under, '1920'],
  )
  expect(findings).toMatchObject([
    { code: 'excel.merged_cells', cell: 'C2', message: expect.stringContaining('C2:C3') },
  ])
})

test('leaves out cells that tracked changes deleted', async () => {
  const deleted = `<table:tracked-changes><table:deletion>${odsSheetOf(ROW)}</table:deletion></table:tracked-changes>`
  const { findings, rows } = await readWhole('a.ods', odsOf(deleted + odsSheetOf(COLUMNS, ROW)))
  expect(findings).toEqual([])
  expect(rows).toHaveLength(1)
})

const sheet = odsSheetOf(COLUMNS, ROW)
const typed = (type: string) => odsOf(sheet, { mimetype: type })
const encrypted =
  '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'

test.each([
  ['a text document', typed('application/vnd.oasis.opendocument.text'), 'opendocument.text'],
  ['a spreadsheet of OpenOffice 1', typed('application/vnd.sun.xml.calc'), 'vnd.sun.xml.calc'],
  ['a password', odsOf('', { 'META-INF/manifest.xml': encrypted, 'content.xml': 'x' }), 'password'],
  ['no sheets', odsOf(''), 'no sheets'],
  ['a cut archive', odsOf(sheet).subarray(0, -30), 'incomplete'],
  ['a document type', odsOf(`<!DOCTYPE x>${sheet}`), 'document type'],
])('reports %s', async (_, bytes, said) => {
  const { findings } = await readWhole('a.ods', bytes)
  expect(findings).toMatchObject([
    { code: 'excel.unreadable', message: expect.stringContaining(said) },
  ])
})

const repeated = (what: string, count: number, inside: string) =>
  `<table:table-${what} table:number-${what === 'row' ? 'rows' : 'columns'}-repeated="${count}" office:value-type="string">${inside}</table:table-${what}>`

test.each([
  ['a repeated cell', [repeated('cell', 1e9, '<text:p>x</text:p>')], 'columns'],
  [
    'a repeated long cell',
    [repeated('cell', 9000, `<text:p>${'x'.repeat(1000)}</text:p>`)],
    '1 MB',
  ],
  [
    'a repeated row',
    repeated('row', 1e9, '<table:table-cell><text:p>x</text:p></table:table-cell>'),
    'rows',
  ],
  [
    'repeated long rows',
    repeated(
      'row',
      1e6,
      `<table:table-cell><text:p>${'x'.repeat(100_000)}</text:p></table:table-cell>`,
    ),
    'too often',
  ],
  [
    'a billion spaces',
    ['<table:table-cell><text:p><text:s text:c="1000000000"/></text:p></table:table-cell>'],
    '1 MB',
  ],
  [
    'many paragraphs',
    [`<table:table-cell>${'<text:p>0123456789</text:p>'.repeat(150_000)}</table:table-cell>`],
    '1 MB',
  ],
  [
    'repeated rows of empty texts',
    repeated(
      'row',
      1e6,
      `<table:table-cell><text:p>x</text:p></table:table-cell>${repeated('cell', 16_383, '<text:p/>')}`,
    ),
    'too often',
  ],
  ['a negative repetition', [repeated('cell', -1, '<text:p>x</text:p>')], 'damaged'],
])('refuses %s', async (_, row, said) => {
  const { findings } = await read(COLUMNS, ROW, row)
  const found = findings.filter(({ code }) => code === 'excel.unreadable')
  expect(found).toMatchObject([{ message: expect.stringContaining(said) }])
})

test.each([
  ['empty texts', repeated('cell', 16_384, '<text:p/>')],
  [
    'formulas without values',
    '<table:table-cell table:formula="of:=[.A9]" table:number-columns-repeated="16384"/>',
  ],
])('ignores a million rows of %s', async (_, cells) => {
  const { findings, rows } = await read(repeated('row', 1e6, cells), COLUMNS, ROW)
  expect(findings).toEqual([])
  expect(rows.map(({ sheetRow }) => sheetRow)).toEqual([1_000_002])
})

test('handles other events while it reads repeated rows', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-ods-'))
  const path = join(folder.path, 'a.ods')
  const cell = '<table:table-cell><text:p>x</text:p></table:table-cell>'
  await writeFile(path, odsOf(odsSheetOf(COLUMNS, repeated('row', 100_000, cell))))
  const manifest = await readManifest(path, { map: {}, set: {} })
  let isHandled = false
  for await (const { row } of manifest.rows()) {
    if (row === 1) setImmediate(() => (isHandled = true))
    if (isHandled) break
  }
  expect(isHandled).toBe(true)
})

test('refuses too many sheets and long names', async () => {
  const many = '<table:table table:name="x"/>'.repeat(1025)
  const long = `<table:table table:name="${'x'.repeat(2000)}"/>`
  for (const [sheets, said] of [
    [many, 'sheets'],
    [long, 'name'],
  ] as const) {
    expect((await readWhole('a.ods', odsOf(sheets))).findings).toMatchObject([
      { code: 'excel.unreadable', message: expect.stringContaining(said) },
    ])
  }
})

test.each([
  ['PDF', '%PDF-1.7\n', 'a PDF document'],
  ['RTF', '{\\rtf1\\ansi', 'an RTF document'],
  ['HTML', '<html><table><tr><td>file</td></tr></table></html>', 'a web page'],
  [
    'Excel 2003 XML',
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
    'Excel 2003',
  ],
  ['flat ODS', '<?xml version="1.0"?>\n<office:document xmlns:office="x">', 'flat OpenDocument'],
  ['other XML', '\ufeff<?xml version="1.0"?><mods/>', 'an XML document'],
  ['Access', '\0\x01\0\0Standard Jet DB\0', 'Microsoft Access'],
  ['SQLite', 'SQLite format 3\0', 'a SQLite database'],
  ['dBASE', '\u0003y\u0007\u001b\u0002\0\0\0A\0', 'a dBASE table'],
  ['Google', '{"":"WARNING! DO NOT EDIT THIS FILE!","doc_id":"1a"}', 'spreadsheet of Google'],
  ['Google (older)', '{"url": "https://docs.google.com/open?id=1a"}', 'spreadsheet of Google'],
  ['a JSON array', '[\n  {"file": "a.jpg"}\n]', 'a JSON array'],
])('names a file in the format %s', async (_, content, said) => {
  const { findings } = await readWhole('a.csv', content)
  expect(findings).toMatchObject([
    { code: 'manifest.format', message: expect.stringContaining(said) },
  ])
})

test.each([
  ['word/document.xml', 'Word'],
  ['ppt/presentation.xml', 'PowerPoint'],
  ['xl/workbook.bin', '.xlsb'],
  ['Index/Document.iwa', 'Numbers'],
  ['a.jpg', 'ZIP archive'],
])('names an archive with the member %s', async (member, said) => {
  const { findings } = await readWhole('a.xlsx', zipOf({ [member]: 'x' }))
  expect(findings).toMatchObject([
    { code: 'excel.unreadable', message: expect.stringContaining(said) },
  ])
})
