import type { Slices } from '../index/work-loop.ts'

/** Rows with their similarities to a query. */
export interface ScoredRows {
  rows: Uint32Array
  similarities: Float32Array
}

/** Positions in sorted order; `end` is exclusive. */
export interface Range {
  start: number
  end: number
}

/** Few enough to be sorted in about a millisecond. */
const MAX_SORTED = 4000

const BINS = 65_536

/**
 * Returns the rows that come at some positions when all are sorted: the most similar first, then by id. Most rows are
 * only counted, since sorting a million would take a second.
 * @param ids image ids by row
 */
export function* sortPartly(
  scored: ScoredRows,
  ids: Float64Array,
  { start, end }: Range,
): Slices<ScoredRows> {
  const wanted = { start, end: Math.min(end, scored.rows.length) }
  if (wanted.start >= wanted.end) return pick(scored, new Uint32Array())
  const idsOf = ({ rows }: ScoredRows): Float64Array =>
    Float64Array.from(rows, (row) => ids[row] ?? 0)
  let part = { scored, ...wanted }
  part = yield* narrow(part, ({ similarities }) => similarities.map((similarity) => -similarity))
  // What is left has equal similarities if it is still much.
  part = yield* narrow(part, idsOf)
  const order = sortRows(part.scored, ids)
  return pick(part.scored, order.subarray(part.start, part.end))
}

/** More than there can be rows. */
const MAX_ROWS = 2 ** 21

/** Returns the positions of rows in sorted order. Sorting numbers takes a tenth of the time of comparing rows. */
export function sortRows({ rows, similarities }: ScoredRows, ids: Float64Array): Uint32Array {
  const byId = sortById(rows, ids)
  const keys = new Float64Array(byId.length)
  for (let n = 0; n < keys.length; n++) {
    keys[n] = n - toInteger(similarities[byId[n] ?? 0] ?? 0) * MAX_ROWS
  }
  keys.sort()
  return byId.map((_, n) => byId[(((keys[n] ?? 0) % MAX_ROWS) + MAX_ROWS) % MAX_ROWS] ?? 0)
}

/** Returns positions, most of which are in order already. */
function sortById(rows: Uint32Array, ids: Float64Array): Uint32Array {
  const positions = Uint32Array.from(rows.keys())
  const idOf = (position: number): number => ids[rows[position] ?? 0] ?? 0
  const isSorted = positions.every((at) => at === 0 || idOf(at - 1) < idOf(at))
  return isSorted ? positions : positions.sort((a, b) => idOf(a) - idOf(b))
}

const number = new Float32Array(1)
const bits = new Int32Array(number.buffer)

/** Returns an integer for a number in single precision, the greater the greater the number. */
function toInteger(value: number): number {
  number[0] = value
  const [pattern = 0] = bits
  return pattern < 0 ? -(pattern & 0x7f_ff_ff_ff) : pattern
}

/** Some rows, and the wanted positions among them. */
interface Part extends Range {
  scored: ScoredRows
}

/** Leaves out rows that come before or after the wanted ones, until few are left or their keys are equal. */
function* narrow(
  part: Part,
  keysOf: (scored: ScoredRows) => Float32Array | Float64Array,
): Slices<Part> {
  let { scored, start, end } = part
  while (scored.rows.length > Math.max(MAX_SORTED, 2 * (end - start))) {
    const bins = assignBins(keysOf(scored))
    yield
    if (!bins) break
    const { first, last, before } = findBins(bins, { start, end })
    scored = pick(scored, listPositions(bins, first, last))
    start -= before
    end -= before
    yield
  }
  return { scored, start, end }
}

/** Returns a number for each key, the smaller the smaller the key; undefined if all keys are equal. */
function assignBins(keys: Float32Array | Float64Array): Uint16Array | undefined {
  let [least, greatest] = [Infinity, -Infinity]
  for (let n = 0; n < keys.length; n++) {
    const key = keys[n] ?? 0
    if (key < least) least = key
    if (key > greatest) greatest = key
  }
  if (least === greatest) return undefined
  const factor = (BINS - 1) / (greatest - least)
  const bins = new Uint16Array(keys.length)
  for (let n = 0; n < keys.length; n++) bins[n] = ((keys[n] ?? 0) - least) * factor
  return bins
}

/** Finds the bins of the wanted positions, and how many rows are in the bins before. */
function findBins(bins: Uint16Array, { start, end }: Range) {
  const counts = countBins(bins)
  let [first, before] = [0, 0]
  for (; before + (counts[first] ?? 0) <= start; first++) before += counts[first] ?? 0
  let [last, through] = [first, before]
  for (; through + (counts[last] ?? 0) < end; last++) through += counts[last] ?? 0
  return { first, last, before }
}

function countBins(bins: Uint16Array): Uint32Array {
  const counts = new Uint32Array(BINS)
  for (let n = 0; n < bins.length; n++) counts[bins[n] ?? 0] = (counts[bins[n] ?? 0] ?? 0) + 1
  return counts
}

function listPositions(bins: Uint16Array, first: number, last: number): Uint32Array {
  const positions = new Uint32Array(bins.length)
  let size = 0
  for (let n = 0; n < bins.length; n++) {
    const bin = bins[n] ?? 0
    if (bin >= first && bin <= last) positions[size++] = n
  }
  return positions.subarray(0, size)
}

function pick({ rows, similarities }: ScoredRows, positions: Uint32Array): ScoredRows {
  const picked = {
    rows: new Uint32Array(positions.length),
    similarities: new Float32Array(positions.length),
  }
  for (let n = 0; n < positions.length; n++) {
    picked.rows[n] = rows[positions[n] ?? 0] ?? 0
    picked.similarities[n] = similarities[positions[n] ?? 0] ?? 0
  }
  return picked
}

/** Similarities are between -1 and 1. Estimates may be greater. */
const LEAST = -1
const GREATEST = 2
const LEVELS = 8192

/** The greatest finite number in single precision. */
const MAX_FLOAT = (2 - 2 ** -23) * 2 ** 127

/** Returns a number that at least `count` values are not less than, and few others. It is finite. */
export function findLeastOfGreatest(values: Float32Array, count: number): number {
  const counts = new Uint32Array(LEVELS)
  const factor = (LEVELS - 1) / (GREATEST - LEAST)
  for (let n = 0; n < values.length; n++) {
    const level = Math.max(0, Math.min(LEVELS - 1, ((values[n] ?? 0) - LEAST) * factor)) | 0
    counts[level] = (counts[level] ?? 0) + 1
  }
  let [level, found] = [LEVELS - 1, counts[LEVELS - 1] ?? 0]
  while (found < count && level > 0) found += counts[--level] ?? 0
  return level === 0 ? -MAX_FLOAT : LEAST + (level - 1) / factor
}
