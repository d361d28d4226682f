/** Seeded random values: the same seed gives the same catalog on every machine. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number
  /** An integer, 0 ≤ n < limit. */
  below(limit: number): number
  is(probability: number): boolean
  /** An integer, 0 ≤ n < limit; small ones are far more likely (roughly Zipf's law). */
  zipf(limit: number): number
  /** Standard normal. */
  normal(): number
}

export function createChance(seed: number): Chance {
  let state = seed
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    is: (probability) => next() < probability,
    zipf: (limit) => Math.min(limit - 1, Math.floor((limit + 1) ** next() - 1)),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

const SYLLABLES =
  'ba be bo ka ke ko la le lo ma me mo na ne no ra re ro sa se so ta te to vi'.split(' ')

/** Returns a word of two to four syllables, frequent ones more often. */
export function word(chance: Chance): string {
  let n = chance.zipf(60_000)
  let text = ''
  do {
    text += SYLLABLES[n % SYLLABLES.length]
    n = Math.floor(n / SYLLABLES.length)
  } while (n > 0)
  return text
}

export function words(chance: Chance, least: number, most: number): string {
  const length = least + chance.below(most - least + 1)
  const text = Array.from({ length }, () => word(chance)).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
