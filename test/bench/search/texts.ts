import type { Texts } from '../../support/generated-catalog/generate.ts'
import { englishWords } from './language.ts'
import { otherWords } from './scripts.ts'
import type { Chance } from '../../support/generated-catalog/random.ts'

const OTHER_SCRIPTS = 0.03
const MEAN_WORDS = { title: 7, description: 40, comment: 17, notes: 9 }

/** Returns texts of about 21 words with the vocabulary of real captions. */
export function createTexts(chance: Chance): Texts {
  const text = (mean: number): string => {
    const count = countWords(chance, mean)
    const words = chance.is(OTHER_SCRIPTS) ? otherWords(chance, count) : englishWords(chance, count)
    return punctuate(chance, words)
  }
  return {
    title: () => text(MEAN_WORDS.title),
    description: () => (chance.is(0.88) ? text(MEAN_WORDS.description) : null),
    comment: () => text(MEAN_WORDS.comment),
    notes: () => (chance.is(0.4) ? text(MEAN_WORDS.notes) : null),
  }
}

/** Most texts are short and a few are very long: the logarithms are normally distributed. */
function countWords(chance: Chance, mean: number): number {
  const deviation = 0.6
  return Math.max(1, Math.round(mean * Math.exp(chance.normal() * deviation - deviation ** 2 / 2)))
}

function punctuate(chance: Chance, words: readonly string[]): string {
  let isFirst = true
  return words
    .map((word) => {
      const shown = isFirst || chance.is(0.3) ? word.charAt(0).toUpperCase() + word.slice(1) : word
      isFirst = chance.is(0.08)
      if (isFirst) return `${shown}.`
      return chance.is(0.1) ? `${shown},` : shown
    })
    .join(' ')
}
