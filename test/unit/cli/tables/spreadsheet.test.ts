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
