/** What the number format of a cell does to a number that is meant as a text. */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'date' }
  /** Written with zeros in front, to so many digits. */
  | { kind: 'padded'; digits: number }

const PLAIN: NumberFormat = { kind: 'plain' }

/** ECMA-376 part 1, 18.8.30: the formats that have a number instead of a code; from 27 on those of East Asia. */
function isDateId(id: number): boolean {
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58)
  )
}

/** Excel's limit. */
const LONGEST_CODE = 255

export function parseNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isDateId(id) ? { kind: 'date' } : PLAIN
  if (code.length > LONGEST_CODE) return PLAIN
  const [positive = ''] = code.split(';')
  const bare = positive
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/general/i.test(bare)) return PLAIN
  if (/[ymdhs]/i.test(bare)) return { kind: 'date' }
  return /^0{2,}$/.test(bare) ? { kind: 'padded', digits: bare.length } : PLAIN
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The day that a serial number stands for, `1920-05-01`, with the time if there is one. The system of
 * 1900 counts a 29 February 1900 that never was, as number 60.
 */
export function serialToIso(serial: number, since1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return undefined
  if (!since1904 && serial >= 60 && serial < 61) return '1900-02-29'
  const firstDay = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const iso = new Date(firstDay + Math.round(serial * DAY_MS)).toISOString()
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19)
}
