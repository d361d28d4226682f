import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from '../../../../src/cli/terminal/formula-escape.ts'
import { odsOf, odsSheetOf, readWhole } from '../../../support/manifests.ts'

const HEADER = ['file', 'title', 'original_date', 'edtf_date', 'creator', 'reference_id']

/** Texts as in archives, and texts that are difficult in tables. */
const cell = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    '007',
    'ca. 1920',
    '=1+1',
    "'tis",
    'a;b,c|d\te',
    '"quoted"',
    'Łódź 🏔',
    'n\u0303',
    ' blank ',
    'true',
    '1e5',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter(isWritable),
  fc
    .tuple(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }))
    .map((parts) => parts.join('\n'))
    .filter(isWritable),
)

/** A workbook cannot hold control characters, and a leading byte order mark belongs to the file. */
function isWritable(text: string): boolean {
  return !/[^\P{Cc}\n\t]|\ufeff|[\ud800-\udfff](?![\udc00-\udfff])|\r/u.test(text)
}

const table = fc.array(fc.array(cell, { minLength: 6, maxLength: 6 }), {
  minLength: 1,
  maxLength: 6,
})

function separated(rows: string[][], delimiter: string): string {
  const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`))
  return [HEADER, ...quoted].map((row) => row.join(delimiter)).join('\r\n')
}

/** Writes a text as LibreOffice does. */
function odsCell(text: string): string {
  const paragraphs = text.split('\n').map((line) => {
    const escaped = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return `<text:p>${escaped.replaceAll('\t', '<text:tab/>').replaceAll(' ', '<text:s/>')}</text:p>`
  })
  return `<table:table-cell office:value-type="string">${paragraphs.join('')}</table:table-cell>`
}

test('reads the same rows from CSV, TSV, JSON lines and workbooks', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const values = async (name: string, content: string | Uint8Array) =>
        (await readWhole(name, content)).rows.map((row) => row.values)
      const lines = rows.map((row) =>
        JSON.stringify(Object.fromEntries(HEADER.map((name, index) => [name, row[index]]))),
      )
      const csv = await values('album.csv', separated(rows, ','))
      expect(await values('album.csv', separated(rows, ';'))).toEqual(csv)
      expect(await values('album.tsv', separated(rows, '\t'))).toEqual(csv)
      expect(await values('album.jsonl', lines.join('\n'))).toEqual(csv)
      const workbook = await writeXlsx({ sheets: [{ name: 'A', rows: [HEADER, ...rows] }] })
      expect(await values('album.xlsx', workbook)).toEqual(csv)
      const sheet = odsSheetOf(HEADER, ...rows.map((row) => row.map(odsCell)))
      expect(await values('album.ods', odsOf(sheet))).toEqual(csv)
    }),
    { numRuns: 15 },
  )
})

test('neutralizes formulas in written cells, and reads each cell back unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(cell, fc.stringMatching(/^[='+@-]{1,4}[x1]$/)), (text) => {
      expect(escapeFormula(text)).not.toMatch(/^[=@\t\r\n]|^[+-](?![\d.,]+$)/)
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
    }),
  )
})
