/** Huffman tables for writing: short to compute and good enough for a file that is read once. */

/** A table as a DHT segment tells it (T.81 B.2.4.2), and the code of each symbol. */
export interface WritingTable {
  /** How many codes there are of 1 to 16 bits. */
  lengths: number[]
  symbols: number[]
  /** By symbol: its code, and how many bits that has. */
  codes: Uint16Array
  bits: Uint8Array
}

/** Lengths of differences of up to 11 bits, four bits each. */
export const DC_TABLE = writingTable(
  4,
  Array.from({ length: 12 }, (_, length) => length),
)

export const END_OF_BLOCK = 0
export const SIXTEEN_ZEROS = 0xf0
const RUNS = Array.from({ length: 16 }, (_, run) => run)
const LENGTHS = Array.from({ length: 10 }, (_, index) => index + 1)

/** The end of a block in two bits; zeros before a value, and its length, in eight. */
export const AC_TABLE = writingTable(
  8,
  [SIXTEEN_ZEROS, ...RUNS.flatMap((run) => LENGTHS.map((length) => run * 16 + length))],
  { symbol: END_OF_BLOCK, length: 2 },
)

function writingTable(
  length: number,
  symbols: number[],
  frequent?: { symbol: number; length: number },
): WritingTable {
  const lengths = Array<number>(16).fill(0)
  const codes = new Uint16Array(256)
  const bits = new Uint8Array(256)
  const give = (symbol: number, code: number, size: number): void => {
    codes[symbol] = code
    bits[symbol] = size
    lengths[size - 1] = (lengths[size - 1] ?? 0) + 1
  }
  if (frequent) give(frequent.symbol, 0, frequent.length)
  const first = frequent ? 1 << (length - frequent.length) : 0
  for (const [index, symbol] of symbols.entries()) give(symbol, first + index, length)
  return { lengths, symbols: frequent ? [frequent.symbol, ...symbols] : symbols, codes, bits }
}
