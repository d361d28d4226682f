import type { ManifestRow } from '../../tables/manifest-row.ts'
import type { Column } from '../../tables/columns.ts'
import type { RowReport } from './row-report.ts'

/** UTF-8 that was decoded as Windows-1252 and encoded as UTF-8 again: `BrÃ¼cke`, `â€“`. */
const DOUBLE_ENCODED =
  /[ÂÃ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|â€[\u0090-\u009f\u0153\u2013-\u203a\u20ac\u2122¦]/

/** Error values of Excel and LibreOffice. */
const SPREADSHEET_ERROR =
  /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$|^Err:\d{3}$/

/** Reports texts that were corrupted before they reached the manifest. */
export function checkText({ values }: ManifestRow, report: RowReport): void {
  for (const [column, value] of Object.entries(values) as [Column, string][]) {
    if (SPREADSHEET_ERROR.test(value)) {
      const message = 'The cell contains a spreadsheet error instead of a value.'
      report.error('excel.error_cell', column, message)
    } else if (value.includes('\ufffd')) {
      const message =
        'The text contains \ufffd: some characters were lost in an earlier conversion.'
      report.warning('encoding.replacement', column, message)
    } else if (DOUBLE_ENCODED.test(value)) {
      const message = 'The text looks as if it was decoded with the wrong encoding at some point.'
      report.warning('encoding.twice', column, message, repairText(value))
    }
  }
}

/** Decodes the text once more; undefined if that fails. */
function repairText(value: string): string | undefined {
  const bytes: number[] = []
  for (const character of value) {
    const byte = BYTES.get(character)
    if (byte === undefined) return undefined
    bytes.push(byte)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
  } catch {
    return undefined
  }
}

const WINDOWS_1252 = new TextDecoder('windows-1252')
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [WINDOWS_1252.decode(new Uint8Array([byte])), byte]),
)
