/** How a scan of a progressive picture adds to a block: T.81 G.1.2 and G.2. Coefficients are in zigzag order. */

import { damaged } from '../decoder-failure.ts'
import type { BitReader } from './bit-reader.ts'
import type { HuffmanTable } from './huffman-table.ts'

/** What a scan header says, besides the components: T.81 B.2.3. */
export interface Spectrum {
  /** First and last coefficient. */
  start: number
  end: number
  /** The bit that was coded before, 0 when none was, and the bit that is coded now. */
  high: number
  low: number
}

/** What is carried from block to block of a component. */
export interface Carry {
  prediction: number
  /** Blocks that are still to come without anything new. */
  emptyBlocks: number
}

export interface BlockScan extends Spectrum {
  bits: BitReader
  table: HuffmanTable
}

export type DecodeBlock = (
  scan: BlockScan,
  block: { coefficients: Int16Array; at: number },
  carry: Carry,
) => void

/** The way of coding that a spectrum says. */
export function blockDecoder({ start, high }: Spectrum): DecodeBlock {
  if (start === 0) return high === 0 ? firstOfDc : refinementOfDc
  return high === 0 ? firstOfAc : refinementOfAc
}

const firstOfDc: DecodeBlock = ({ bits, table, low }, { coefficients, at }, carry) => {
  const length = bits.decode(table)
  if (length > 15) throw damaged('a difference that is too long')
  carry.prediction += bits.takeSigned(length)
  coefficients[at] = carry.prediction << low
}

const refinementOfDc: DecodeBlock = ({ bits, low }, { coefficients, at }) => {
  if (bits.take(1) === 1) coefficients[at] = (coefficients[at] ?? 0) | (1 << low)
}

const firstOfAc: DecodeBlock = (scan, { coefficients, at }, carry) => {
  if (carry.emptyBlocks > 0) {
    carry.emptyBlocks -= 1
    return
  }
  const { bits, table, low, end } = scan
  for (let index = scan.start; index <= end; index += 1) {
    const code = bits.decode(table)
    const [run, length] = [code >> 4, code & 15]
    if (length === 0 && run < 15) {
      carry.emptyBlocks = emptyRun(bits, run) - 1
      return
    }
    index += run
    if (index > end) throw damaged('a run beyond the end of a block')
    if (length > 0) coefficients[at + index] = bits.takeSigned(length) << low
  }
}

const refinementOfAc: DecodeBlock = (scan, { coefficients, at }, carry) => {
  const { bits, table, low, end } = scan
  const refine = { bits, coefficients, bit: 1 << low, last: at + end }
  let index = at + scan.start
  while (carry.emptyBlocks === 0 && index <= refine.last) {
    const code = bits.decode(table)
    const [run, length] = [code >> 4, code & 15]
    if (length === 0 && run < 15) {
      carry.emptyBlocks = emptyRun(bits, run)
      break
    }
    const value = length === 0 ? 0 : bits.take(1) === 1 ? refine.bit : -refine.bit
    index = refineUpTo(refine, index, run)
    if (value !== 0 && index <= refine.last) coefficients[index] = value
    index += 1
  }
  if (carry.emptyBlocks === 0) return
  refineUpTo(refine, index, 64)
  carry.emptyBlocks -= 1
}

function emptyRun(bits: BitReader, run: number): number {
  return (1 << run) + bits.take(run)
}

interface Refinement {
  bits: BitReader
  coefficients: Int16Array
  bit: number
  last: number
}

/** Corrects what is not zero; ends at the zero that so many other zeros precede, or behind the last coefficient. */
function refineUpTo(refinement: Refinement, from: number, zeros: number): number {
  const { coefficients, last } = refinement
  let left = zeros
  for (let index = from; index <= last; index += 1) {
    const value = coefficients[index] ?? 0
    if (value !== 0) coefficients[index] = refined(refinement, value)
    else if (left === 0) return index
    else left -= 1
  }
  return last + 1
}

function refined({ bits, bit }: Refinement, value: number): number {
  if (bits.take(1) === 0 || (Math.abs(value) & bit) !== 0) return value
  return value > 0 ? value + bit : value - bit
}
