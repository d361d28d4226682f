import { expect, test } from 'vitest'
import { writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { readWhole, sheetOf, workbookOf } from '../../../support/manifests.ts'

const HEADER = ['file', 'title', 'original_date', 'edtf_date']

async function read(sheet: Partial<WriteSheet>, ...more: WriteSheet[]) {
  const bytes = await writeXlsx({ sheets: [{ name: 'Images', ...sheet }, ...more] })
  return await readWhole('album.xlsx', bytes)
}

function codes({ findings }: Awaited<ReturnType<typeof read>>) {
  return findings.map(({ code, severity, cell, suggestion }) => [code, severity, cell, suggestion])
}

test('reports a cell that Excel converted to a date, with that date', async () => {
  const row = ['a.jpg', 'One', new Date(Date.UTC(1920, 4, 1)), '1920-05']
  expect(codes(await read({ rows: [HEADER, row] }))).toEqual([
    ['excel.date_cell', 'error', 'C2', '1920-05-01'],
  ])
})

test.each([
  ['1900', 1, '1900-01-01'],
  ['1900', 59, '1900-02-28'],
  ['1900', 60, '1900-02-29'],
  ['1900', 61, '1900-03-01'],
  ['1900', 7427.5, '1920-05-01T12:00:00'],
  ['1904', 0, '1904-01-01'],
  ['1904', 5965, '1920-05-01'],
])('in the %s date system the number %d is the day %s', async (system, serial, day) => {
  const since1904 = system === '1904' ? '<workbookPr date1904="1"/>' : ''
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
  const cells = [`<c t="str"><v>a.jpg</v></c>`, 'One', `<c s="1"><v>${serial}</v></c>`, 'XXXX']
  const bytes = workbookOf(sheetOf(HEADER, cells), {
    'xl/styles.xml': styles,
    'xl/workbook.xml': `<workbook>${since1904}<sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`,
  })
  const { findings } = await readWhole('album.xlsx', bytes)
  expect(findings).toMatchObject([{ code: 'excel.date_cell', suggestion: day }])
})

test('reads numbers in their shortest form, and warns about zeros that only the format shows', async () => {
  const rows = [
    [...HEADER, 'reference_id', 'creator'],
    ['a.jpg', 1920, 1920, 1920, 7, 12.5],
  ]
  const cells = new Map([['1,4', { value: 7, type: 'number' as const, style: { numFmt: '000' } }]])
  const whole = await read({ rows, cells })
  expect(codes(whole)).toEqual([['excel.number_format', 'warning', 'E2', '007']])
  expect(whole.rows[0]?.values).toMatchObject({ title: '1920', reference_id: '7', creator: '12.5' })
})

/** Reads a number in the column `reference_id` with a number format. */
async function readNumber(value: string, formatCode: string, id = 200) {
  const code = formatCode.replaceAll('"', '&quot;')
  const styles = `<x><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf/><xf numFmtId="${id}"/></cellXfs></x>`
  const cells = ['a.jpg', 'One', '1920', '1920', `<c s="1"><v>${value}</v></c>`]
  const sheet = sheetOf([...HEADER, 'reference_id'], cells)
  const { findings, rows } = await readWhole(
    'a.xlsx',
    workbookOf(sheet, { 'xl/styles.xml': styles }),
  )
  return { text: rows[0]?.values.reference_id, findings }
}

test.each([
  ['0.25', '0%', '25%'],
  ['0.255', '0.0 %', '25.5 %'],
  ['12.5', '#,##0.00 "€"', '12.50 €'],
  ['12.5', '[$€-407]\\ 0.00', '€ 12.50'],
  ['1234.5', '_-* #,##0.00\\ "DM"_-;-* #,##0.00\\ "DM"_-', '1234.50 DM'],
  ['7', '"Nr. "000', 'Nr. 007'],
  ['7', 'General" cm"', '7 cm'],
  ['-7', '0" °C"', '-7 °C'],
])('warns that the number %s is shown by the format %s as %s', async (value, code, shown) => {
  const { text, findings } = await readNumber(value, code)
  expect(text).toBe(value)
  expect(findings).toMatchObject([{ code: 'excel.number_format', cell: 'E2', suggestion: shown }])
})

test.each([
  ['12.5', '0.00'],
  ['1234', '#,##0'],
  ['1234.5', '#,##0.##;[Red]-#,##0.##'],
  ['7', 'General'],
  ['7', '@'],
  ['7', '_-* #,##0_-'],
  ['1234567', '# ##0'],
  ['0.5', '# ?/?'],
  ['15000', '0.00E+00'],
])('reads the number %s with the format %s without a warning', async (value, code) => {
  expect(await readNumber(value, code)).toEqual({ text: value, findings: [] })
})

test.each([
  [10, '0.5', 'excel.number_format', '50.00%'],
  [17, '7426', 'excel.date_cell', '1920-04'],
])('knows the built-in format %d', async (id, value, code, suggestion) => {
  expect((await readNumber(value, '', id)).findings).toMatchObject([{ code, suggestion }])
})

test.each([
  ['1923', 'yyyy', '1923', 'shows as 1905'],
  ['1923', '[$-407]yyyy;@', '1923', 'shows as 1905'],
  ['7427', 'yyyy', '1920', 'converted'],
  ['7427', 'mmm" "yyyy', '1920-05', 'converted'],
  ['1923', 'dd/mm/yyyy', '1905-04-06', 'converted'],
])('suggests for the date %s with the format %s the text %s', async (value, code, text, said) => {
  const { findings } = await readNumber(value, code)
  const message = expect.stringContaining(said)
  expect(findings).toMatchObject([{ code: 'excel.date_cell', suggestion: text, message }])
})

test.each([
  ['without --header-row', {}, ['column.header_row']],
  ['with --header-row', { headerRow: 3 }, []],
])('ignores a title that is merged above the header %s', async (_, options, expected) => {
  const rows = [['Our collection'], [], HEADER, ['a.jpg', 'One', '1920', '1920'], [], []]
  const merges = [
    { startRow: 0, startCol: 0, endRow: 1, endCol: 5 },
    { startRow: 3, startCol: 5, endRow: 4, endCol: 5 },
    { startRow: 4, startCol: 0, endRow: 5, endCol: 3 },
  ]
  const bytes = await writeXlsx({ sheets: [{ name: 'Images', rows, merges }] })
  const whole = await readWhole('album.xlsx', bytes, options)
  expect(whole.findings.map(({ code }) => code)).toEqual(expected)
  expect(whole.rows.map(({ values }) => values.file)).toEqual(['a.jpg'])
})

test('rejects merged cells of the header, and those that begin above it', async () => {
  const rows = [['file', 'title'], [], ['original_date', 'edtf_date'], ['a.jpg', 'One']]
  const merges = [
    { startRow: 0, startCol: 0, endRow: 2, endCol: 0 },
    { startRow: 2, startCol: 1, endRow: 2, endCol: 2 },
  ]
  const bytes = await writeXlsx({ sheets: [{ name: 'Images', rows, merges }] })
  const { findings } = await readWhole('album.xlsx', bytes, { headerRow: 3 })
  const merged = findings.filter(({ code }) => code === 'excel.merged_cells')
  expect(merged.map(({ cell }) => cell)).toEqual(['A1', 'B3'])
})

test('ignores rows that are only formatted or hold formulas without text', async () => {
  const formatted = [
    '<c s="1"/>',
    '<c t="inlineStr"><is><t></t></is></c>',
    '<c t="str"><v></v></c>',
  ]
  const empty = '<c t="str"><f>IF(A9="","",A9)</f><v></v></c>'
  const cells = ['a.jpg', 'One', '1920', '1920', '<c s="1"/>', empty]
  const sheet = sheetOf(formatted, [], HEADER, cells, formatted, [empty, empty])
  const { findings, rows } = await readWhole('album.xlsx', workbookOf(sheet))
  expect(findings).toEqual([])
  expect(rows.map(({ sheetRow }) => sheetRow)).toEqual([4])
})

test('reads the result of a formula with a warning, even if it refers to itself', async () => {
  const cells = ['a.jpg', '<c t="str"><f>B2&amp;"!"</f><v>One!</v></c>', '1920', '<c><f>D2</f></c>']
  const { findings, rows } = await readWhole('album.xlsx', workbookOf(sheetOf(HEADER, cells)))
  expect(rows[0]?.values.title).toBe('One!')
  expect(findings).toMatchObject([
    { code: 'excel.formula', severity: 'warning', cell: 'B2', value: 'One!' },
    { code: 'excel.formula', severity: 'error', cell: 'D2' },
  ])
})

test('rejects merged cells, and warns about hidden rows and sheets', async () => {
  const rows = [HEADER, ['a.jpg', 'One', 'n.d.', 'XXXX'], ['b.jpg', 'Two', 'n.d.', 'XXXX']]
  const merges = [{ startRow: 1, startCol: 2, endRow: 2, endCol: 2 }]
  const whole = await read(
    { rows, merges, rowDefs: new Map([[2, { hidden: true }]]) },
    { name: 'Notes', rows: [['x']], hidden: true },
  )
  expect(codes(whole)).toEqual([
    ['excel.merged_cells', 'error', 'C2', null],
    ['excel.hidden_sheet', 'warning', null, null],
    ['excel.hidden_row', 'warning', null, null],
  ])
  expect(whole.rows).toHaveLength(2)
})

test('rejects merged cells if the elements have a prefix', async () => {
  const merged = '<mergeCells><mergeCell ref="C2:C3"/></mergeCells></worksheet>'
  const sheet = sheetOf(HEADER, ['a.jpg', 'One', 'n.d.', 'XXXX']).replace('</worksheet>', merged)
  const prefixed = sheet.replaceAll(/<(\/?)(?=[a-z])/gi, '<$1x:')
  const { findings, rows } = await readWhole('album.xlsx', workbookOf(prefixed))
  expect(findings).toMatchObject([{ code: 'excel.merged_cells', cell: 'C2' }])
  expect(rows).toHaveLength(1)
})

test('requires the name of one of several sheets, in any letter case', async () => {
  const row = ['a.jpg', 'One', 'n.d.', 'XXXX']
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Images', rows: [HEADER, row] },
      { name: 'Maps', rows: [HEADER, row, row] },
    ],
  })
  const unnamed = await readWhole('album.xlsx', bytes)
  expect(unnamed.findings).toMatchObject([
    { code: 'excel.sheet', message: expect.stringContaining('--sheet: "Images", "Maps"') },
  ])
  const wrong = await readWhole('album.xlsx', bytes, { sheet: 'Photos' })
  expect(wrong.findings).toMatchObject([{ code: 'excel.sheet' }])
  expect((await readWhole('album.xlsx', bytes, { sheet: 'maps' })).rows).toHaveLength(2)
})

test('joins rich text runs and escapes, and skips phonetic readings', async () => {
  const texts =
    '<sst><si><r><t>Old </t></r><r><t xml:space="preserve">bridge_x000D_&amp; mill</t></r><rPh><t>reading</t></rPh></si></sst>'
  const cells = [
    'a.jpg',
    '<c t="s"><v>0</v></c>',
    '<c t="inlineStr"><is><r><t>ca. </t></r><r><t>1920</t></r></is></c>',
    '1920~',
  ]
  const bytes = workbookOf(sheetOf(HEADER, cells), { 'xl/sharedStrings.xml': texts })
  const { rows } = await readWhole('album.xlsx', bytes)
  expect(rows[0]?.values).toMatchObject({ title: 'Old bridge\r& mill', original_date: 'ca. 1920' })
})

test('keeps the addresses of cells behind omitted rows and cells', async () => {
  const sheet =
    '<worksheet><sheetData><row r="3"><c r="B3" t="str"><v>file</v></c><c r="D3" t="str"><v>titel</v></c></row>' +
    '<row r="5"/><row r="9"><c r="B9" t="str"><v>a.jpg</v></c></row></sheetData></worksheet>'
  const { findings, rows } = await readWhole('album.xlsx', workbookOf(sheet))
  expect(findings[0]).toMatchObject({ code: 'column.unknown', cell: 'D3', suggestion: 'title' })
  expect(rows).toMatchObject([{ row: 1, line: 9, sheetRow: 9, values: { file: 'a.jpg' } }])
})
