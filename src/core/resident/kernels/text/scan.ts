import { canReachByPrefix, canReachBySum } from './bounds'
import { countNeeded, goal, goalShared, raiseGoal, setGoal } from './goal'
import { Buffer } from '../memory'
import { clearPattern, selectPattern } from './pattern'
import { PatternScripts } from './pattern-scripts'
import {
  countRows,
  getMaxDistinct,
  getRecord,
  getRecordEnd,
  getRowScripts,
  getTextEnd,
  getTexts,
  isTooLong,
  NUMBER_MASK,
} from './record'
import { countWords, getWordScripts } from './vocabulary'
import { computeSimilarityByProfiles, computeTextSimilarity } from './text-similarity'
import { WordProfiles } from './word-profiles'

/** Most words and rows of a step: well under a millisecond, unless a single record is very long. */
const WORDS_AT_ONCE: u32 = 4096
const ROWS_AT_ONCE: u32 = 256
/** Most bytes of records, except for the last one: those of rows with texts of usual length are shorter. */
const BYTES_AT_ONCE: usize = 64 * 1024

/** A search under way. */
@unmanaged
export class Scan {
  /** Trigrams of the pattern that occur in texts. */
  trigrams: usize
  trigramCount: u32
  scripts: PatternScripts
  patternSize: u32
  /** Greatest similarity that is too small. */
  limit: f32
  /** One byte for each row, not 0 for those to score. */
  rows: usize = 0
  rowCount: u32 = 0
  /** Number of words when the scan started. Rows with newer words must be cleared in `rows`. */
  words: u32
  profiles: WordProfiles
  nextRow: u32 = 0
  /** Row and similarity of each match, 32 bits each. */
  matches: Buffer = new Buffer()

  /** @param trigrams those of the pattern that occur in texts, which are copied */
  constructor(trigrams: usize, trigramCount: u32, patternSize: u32, limit: f32) {
    const words = countWords()
    this.words = words
    this.trigrams = heap.alloc(4 * trigramCount)
    this.scripts = new PatternScripts(trigrams, trigramCount, countNeeded(patternSize, limit))
    this.trigramCount = trigramCount
    this.patternSize = patternSize
    this.limit = limit
    this.profiles = new WordProfiles(words)
    memory.copy(this.trigrams, trigrams, 4 * trigramCount)
  }

  allocateRows(count: u32): usize {
    this.rows = heap.alloc(count)
    this.rowCount = count
    return this.rows
  }

  free(): void {
    heap.free(this.trigrams)
    if (this.rows !== 0) heap.free(this.rows)
    this.scripts.free()
    this.profiles.free()
    this.matches.free()
    heap.free(changetype<usize>(this))
  }

  /** Works for a moment. @returns whether the scan has finished */
  advance(): bool {
    selectPattern(this.trigrams, this.trigramCount, this.patternSize)
    if (this.profiles.count < this.words) this.profileWords()
    else this.scanRows()
    clearPattern(this.trigrams, this.trigramCount)
    return this.profiles.count === this.words && this.nextRow >= min(this.rowCount, countRows())
  }

  private profileWords(): void {
    const end = min(this.words, this.profiles.count + WORDS_AT_ONCE)
    while (this.profiles.count < end) {
      if (this.scripts.canShare(getWordScripts(this.profiles.count))) this.profiles.addNext()
      else this.profiles.addForeign()
    }
  }

  private scanRows(): void {
    setGoal(this.limit)
    const end = min(min(this.rowCount, countRows()), this.nextRow + ROWS_AT_ONCE)
    let bytes: usize = 0
    while (this.nextRow < end && bytes < BYTES_AT_ONCE) {
      const row = this.nextRow++
      if (load<u8>(this.rows + row) === 0 || !this.scripts.canReach(getRowScripts(row))) continue
      const record = getRecord(row)
      if (record === 0) continue
      bytes += getRecordEnd(record) - record
      if (goal !== this.limit) setGoal(this.limit)
      scoreRecord(record, this.profiles)
      if (goal === this.limit) continue
      const match = this.matches.append(8)
      store<u32>(match, row)
      store<f32>(match, goal, 4)
    }
  }
}

/** The texts of a record to score further: the address of each, and how many trigrams its words share at most. */
const candidates = new Buffer()

/** More than any text shares: marks texts that must be scored whatever the goal is. */
const UNKNOWN: u32 = u32.MAX_VALUE

/** Raises the goal to the greatest word similarity of the texts of a record. */
function scoreRecord(record: usize, profiles: WordProfiles): void {
  candidates.length = 0
  const end = getRecordEnd(record)
  for (let header = getTexts(record); header < end; header = getTextEnd(header)) {
    if (getMaxDistinct(header) >= goalShared) scoreSingleWords(header, profiles)
  }
  const size = candidates.length
  for (let n: usize = 0; n < size && goal < 1; n += 8) {
    const shared = load<u32>(candidates.start + n, 4)
    if (shared >= goalShared) scoreText(load<u32>(candidates.start + n), shared, profiles)
  }
}

/** Raises the goal to the greatest similarity of the single words of a text. */
function scoreSingleWords(header: usize, profiles: WordProfiles): void {
  const allShared = profiles.shared
  const end = getTextEnd(header)
  let needed = goalShared
  let total: u32 = 0
  let isCertain = true
  for (let at = header + 4; at < end; at += 4) {
    const word = load<u32>(at) & NUMBER_MASK
    const shared = load<u8>(allShared + word) as u32
    total += shared
    if (shared < needed) continue
    const similarity = load<f32>(profiles.similarities + 4 * word)
    if (similarity < 0) isCertain = false
    raiseGoal(abs(similarity))
    needed = goalShared
  }
  if (total === 0) return
  if (isTooLong(header) || !isCertain) total = UNKNOWN
  if (total < needed) return
  const candidate = candidates.append(8)
  store<u32>(candidate, header as u32)
  store<u32>(candidate, total, 4)
}

function scoreText(header: usize, shared: u32, profiles: WordProfiles): void {
  if (isTooLong(header)) raiseGoal(computeTextSimilarity(header))
  else if (
    shared === UNKNOWN ||
    (canReachBySum(header, profiles) && canReachByPrefix(header, profiles))
  ) {
    raiseGoal(computeSimilarityByProfiles(header, profiles))
  }
}
