import { damaged } from '../decoder-failure.ts'

/** A table for decoding: T.81 C and F.2.2.3. */
export interface HuffmanTable {
  /** By the next 16 bits: length of the code × 256 + its symbol; 0 where there is no such code. */
  lookup: Uint16Array
}

/** @param lengths how many codes there are of 1 to 16 bits; the symbols are in the order of their codes */
export function huffmanTable(lengths: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const lookup = new Uint16Array(65_536)
  let from = 0
  let symbol = 0
  for (const [index, count] of lengths.entries()) {
    const length = index + 1
    const span = 1 << (16 - length)
    for (let code = 0; code < count; code += 1, symbol += 1, from += span) {
      if (from + span > 65_536) throw damaged('a Huffman table with too many codes')
      lookup.fill((length << 8) | (symbols[symbol] ?? 0), from, from + span)
    }
  }
  return { lookup }
}
