import type { Bitmap } from '../columns/bitmap.ts'
import { passNumbers, viewNumbers, type TextKernel } from './kernel.ts'
import { findGreatestOutside, isWithinThreshold } from './word-similarity.ts'

/**
 * A search that is done in steps. Any number of scans can be under way at once, and texts may change between steps:
 * the result is that of the texts at the time of the last step.
 */
export interface TextScan {
  /** Works for about 5 ms. @returns true when the result is complete */
  step(): boolean
  /** The matches in no particular order, when the last step is done. */
  readonly result: TextMatches
  /** Frees what the scan holds. A scan must be disposed, finished or not. */
  dispose(): void
}

export interface TextMatches {
  rows: Uint32Array
  /** Greatest word similarity of each image. */
  similarities: Float32Array
}

interface PostponingScan extends TextScan {
  /** Leaves a row to the end of the scan, because its texts have changed. */
  postpone(row: number): void
}

interface ScanRequest {
  /** Numbers of those trigrams of the pattern that occur in texts. */
  trigrams: readonly number[]
  /** Number of different trigrams of the pattern. */
  patternSize: number
  threshold: number
  rows: Bitmap
  scoreRow: (row: number) => number
  /** Is called when changes no longer matter to the scan. */
  onEnd: () => void
}

const STEP_MS = 5

export function startTextScan(kernel: TextKernel, request: ScanRequest): PostponingScan {
  const { trigrams, patternSize, threshold, rows, scoreRow, onEnd } = request
  const limit = findGreatestOutside(threshold)
  const pattern = passNumbers(kernel, trigrams)
  const scan = kernel.startScan(pattern, trigrams.length, patternSize, limit)
  const address = kernel.allocateRows(scan, rows.length) >>> 0
  new Uint8Array(kernel.memory.buffer, address, rows.length).set(rows)
  /** Rows that are scored at the end, with their similarities. */
  const postponed = new Map<number, number>()
  return {
    step() {
      const end = performance.now() + STEP_MS
      while (kernel.advanceScan(scan) === 0) if (performance.now() > end) return false
      for (const row of postponed.keys()) postponed.set(row, scoreRow(row))
      onEnd()
      return true
    },
    get result() {
      const count = kernel.countMatches(scan)
      const matches = viewNumbers(kernel, kernel.getMatches(scan), 2 * count)
      const similar = [...postponed].filter(([, score]) => isWithinThreshold(score, threshold))
      return joinMatches(matches, postponed, similar)
    },
    postpone(row) {
      if (rows[row] !== 1) return
      kernel.omitRow(scan, row)
      postponed.set(row, 0)
    },
    dispose() {
      onEnd()
      kernel.freeScan(scan)
    },
  }
}

/**
 * @param matches rows and the bits of their similarities, by turns
 * @param replaced rows to leave out
 */
function joinMatches(
  matches: Uint32Array,
  replaced: ReadonlyMap<number, number>,
  added: readonly [row: number, similarity: number][],
): TextMatches {
  const rows = new Uint32Array(matches.length / 2 + added.length)
  const bits = new Uint32Array(rows.length)
  let size = 0
  for (let at = 0; at < matches.length; at += 2) {
    const row = matches[at] ?? 0
    if (replaced.size > 0 && replaced.has(row)) continue
    rows[size] = row
    bits[size++] = matches[at + 1] ?? 0
  }
  const similarities = new Float32Array(bits.buffer)
  for (const [row, similarity] of added) {
    rows[size] = row
    similarities[size++] = similarity
  }
  return { rows: rows.subarray(0, size), similarities: similarities.subarray(0, size) }
}
