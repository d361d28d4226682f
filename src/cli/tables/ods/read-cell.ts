import type { Attributes } from '../../../core/model/xml-reader.ts'
import { reportDateCell, reportNumberFormat, reportYearCell } from '../cell-problems.ts'
import type { CellContent } from '../workbook.ts'

/** The value that a cell stores beside the text that it shows. */
export interface StoredValue {
  type: string
  value: string | undefined
  isFormula: boolean
}

/** Attributes that hold values, by the type of the value (ODF 1.3 part 3, 19.389). */
const VALUE_ATTRIBUTES: Partial<Record<string, string>> = {
  float: 'value',
  percentage: 'value',
  currency: 'value',
  date: 'date-value',
  time: 'time-value',
  boolean: 'boolean-value',
  string: 'string-value',
}

export function readStoredValue(attribute: Attributes): StoredValue {
  const type = attribute('office:value-type') ?? ''
  const name = VALUE_ATTRIBUTES[type]
  return {
    // LibreOffice stores errors as empty texts, with their type in an attribute of its own.
    type: attribute('calcext:value-type') === 'error' ? 'error' : type,
    value: name && attribute(`office:${name}`),
    isFormula: attribute('table:formula') !== undefined,
  }
}

/** Reads a cell as one of Excel is read: a number in its shortest form, and a date as an error. */
export function readCell({ type, value }: StoredValue, shown = value): CellContent {
  if (value === undefined || type === 'error' || type === 'string') return { text: shown }
  if (type === 'boolean') return { text: value }
  if (type === 'date') return readDate(value.replace(/T00:00:00(?:\.0+)?$/, ''), shown)
  return type === 'time'
    ? { text: shown, problem: reportDateCell(shown ?? value) }
    : readNumber(value, shown)
}

function readNumber(value: string, shown = value): CellContent {
  const text = Number.isFinite(Number(value)) ? String(Number(value)) : value
  return showsMore(shown) ? { text, problem: reportNumberFormat(text, shown) } : { text }
}

/** Whether a shown number is more than a number with separators, such as one with a unit or leading zeros. */
function showsMore(shown: string): boolean {
  return /^0\d/.test(shown) || !/^[-−+]?[\d.,'’\s]*(?:E[-+]?\d+)?$/.test(shown)
}

const DAY_MS = 24 * 60 * 60 * 1000

function readDate(iso: string, shown = iso): CellContent {
  if (/^\d{4}$/.test(shown)) {
    const serial = (Date.parse(iso.slice(0, 10)) - Date.UTC(1899, 11, 30)) / DAY_MS
    return { text: iso, problem: reportYearCell(serial, shown) }
  }
  const isMonth = /^(?:\p{L}+\.? |\d{1,2}[./-])\d{4}$/u.test(shown)
  return { text: iso, problem: reportDateCell(isMonth ? iso.slice(0, 7) : iso) }
}
