const DIGIT_BITS = 16
const DIGITS = 2 ** DIGIT_BITS

/**
 * Sorts rows by integers below 2^32, by the lower half first. Measured with a million rows: a comparison sort takes ten
 * times as long.
 */
export function sortRowsBy(rows: Uint32Array, valueOf: (row: number) => number): Uint32Array {
  const byLower = sortByDigit(rows, (row) => valueOf(row) & (DIGITS - 1))
  return sortByDigit(byLower, (row) => valueOf(row) >>> DIGIT_BITS)
}

/** Keeps the order of rows with the same digit. */
function sortByDigit(rows: Uint32Array, digitOf: (row: number) => number): Uint32Array {
  const digits = Uint16Array.from(rows, digitOf)
  const ends = findEnds(digits)
  const sorted = new Uint32Array(rows.length)
  for (let n = rows.length - 1; n >= 0; n--) {
    const digit = digits[n] ?? 0
    const position = (ends[digit] ?? 0) - 1
    ends[digit] = position
    sorted[position] = rows[n] ?? 0
  }
  return sorted
}

/** Returns the position after the last row with each digit. */
function findEnds(digits: Uint16Array): Uint32Array {
  const ends = new Uint32Array(DIGITS)
  for (let n = 0; n < digits.length; n++) {
    const digit = digits[n] ?? 0
    ends[digit] = (ends[digit] ?? 0) + 1
  }
  for (let digit = 1; digit < DIGITS; digit++) {
    ends[digit] = (ends[digit] ?? 0) + (ends[digit - 1] ?? 0)
  }
  return ends
}
