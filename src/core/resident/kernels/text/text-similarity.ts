import { getRecord, getRecordEnd, getTextEnd, getTexts, NUMBER_MASK } from './record'
import { appendForeign, appendTrigrams, endSimilarity, startSimilarity } from './similarity'
import { getDistinctCount, getWordEnd, getWordStart } from './vocabulary'
import { WordProfiles } from './word-profiles'

/** Returns the greatest word similarity of the texts of a row and the selected pattern, 0 without texts. */
export function computeRowSimilarity(row: u32): f32 {
  const record = getRecord(row)
  if (record === 0) return 0
  let best: f32 = 0
  const end = getRecordEnd(record)
  for (let header = getTexts(record); header < end; header = getTextEnd(header)) {
    best = max(best, computeTextSimilarity(header))
  }
  return best
}

/** Computes the word similarity of a text. */
export function computeTextSimilarity(header: usize): f32 {
  const start = header + 4
  const end = getTextEnd(header)
  startSimilarity(countTrigrams(start, end))
  for (let at = start; at < end; at += 4) appendWord(load<u32>(at) & NUMBER_MASK)
  return endSimilarity()
}

/** Does the same, but looks only at trigrams that are shared or occur in another word of the text as well. */
export function computeSimilarityByProfiles(header: usize, profiles: WordProfiles): f32 {
  let start = header + 4
  let end = getTextEnd(header)
  while (!isWordShared(start, profiles)) start += 4
  while (!isWordShared(end - 4, profiles)) end -= 4
  startSimilarity(countTrigrams(start, end))
  for (let at = start; at < end; at += 4) {
    const entry = load<u32>(at)
    const word = entry & NUMBER_MASK
    const hasRepeats = entry >> 24 !== 0
    if (hasRepeats || isWordShared(at, profiles)) appendWord(word)
    else appendForeign(getDistinctCount(word))
  }
  return endSimilarity()
}

/** Tells whether a word shares trigrams with the pattern. */
function isWordShared(entry: usize, profiles: WordProfiles): bool {
  return load<u8>(profiles.shared + (load<u32>(entry) & NUMBER_MASK)) !== 0
}

function appendWord(word: u32): void {
  appendTrigrams(getWordStart(word), getWordEnd(word))
}

function countTrigrams(start: usize, end: usize): u32 {
  let count: usize = 0
  for (let at = start; at < end; at += 4) {
    const word = load<u32>(at) & NUMBER_MASK
    count += (getWordEnd(word) - getWordStart(word)) >> 2
  }
  return count as u32
}
