/** Number format of a cell, as far as it changes the text. */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'date' }
  /** Padded with leading zeros to this number of digits. */
  | { kind: 'padded'; digits: number }

const PLAIN: NumberFormat = { kind: 'plain' }

/** Built-in date formats (ECMA-376 part 1, 18.8.30); 27 to 36 and 50 to 58 are East Asian. */
function isDateId(id: number): boolean {
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58)
  )
}

/** Excel's limit. */
const MAX_CODE_CHARACTERS = 255

export function parseNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isDateId(id) ? { kind: 'date' } : PLAIN
  if (code.length > MAX_CODE_CHARACTERS) return PLAIN
  const [positive = ''] = code.split(';')
  const stripped = positive
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/general/i.test(stripped)) return PLAIN
  if (/[ymdhs]/i.test(stripped)) return { kind: 'date' }
  return /^0{2,}$/.test(stripped) ? { kind: 'padded', digits: stripped.length } : PLAIN
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Converts a serial number to an ISO 8601 date such as `1920-05-01`, with the time if there is one. In the
 * 1900 date system, serial 60 is the nonexistent 1900-02-29.
 * @returns undefined outside the years that Excel supports
 */
export function serialToIso(serial: number, since1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return undefined
  if (!since1904 && serial >= 60 && serial < 61) return '1900-02-29'
  const firstDay = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const iso = new Date(firstDay + Math.round(serial * DAY_MS)).toISOString()
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19)
}
