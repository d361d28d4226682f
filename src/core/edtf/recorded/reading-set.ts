import type { Doubt, DraftReading } from './date-fields.ts'
import { LANGUAGES, type Language } from './language-pack.ts'
import { parseIfEdtf } from './read-edtf.ts'

/**
 * Confidence in a reading: `certain` if it is the only one and without a doubt, `likely` if it is the only one,
 * `ambiguous` if there are several, `none` if there is none.
 */
export type Confidence = 'certain' | 'likely' | 'ambiguous' | 'none'

/** One meaning of a recorded date. */
export interface Reading {
  /** Valid EDTF. */
  edtf: string
  /** The languages in which the text has this meaning; empty if the text itself is EDTF. */
  languages: readonly Language[]
  doubts: readonly Doubt[]
}

/** Readings without repetition: two texts that mean the same date are one reading. */
export class ReadingSet {
  readonly #readings = new Map<string, { edtf: string; languages: Language[]; doubts: Doubt[] }>()
  /** Keys of the readings that have no languages, because the text itself is EDTF. */
  readonly #ownKeys = new Set<string>()

  /**
   * Adds a reading, unless its day does not exist.
   * @param languages none if the text itself is EDTF
   */
  add({ edtf, doubts }: DraftReading, languages: readonly Language[]): void {
    const key = JSON.stringify(parseIfEdtf(edtf))
    if (key === undefined) return
    const known = this.#readings.get(key) ?? { edtf, languages: [], doubts: [] }
    this.#readings.set(key, known)
    if (languages.length === 0) this.#ownKeys.add(key)
    if (!this.#ownKeys.has(key)) addMissing(known.languages, languages)
    addMissing(known.doubts, doubts)
  }

  list(): readonly Reading[] {
    return [...this.#readings.values()].map((reading) => ({
      ...reading,
      languages: LANGUAGES.filter((language) => reading.languages.includes(language)),
    }))
  }

  rate(): Confidence {
    const [only, ...others] = this.list()
    if (only === undefined) return 'none'
    if (others.length > 0) return 'ambiguous'
    return only.doubts.length === 0 ? 'certain' : 'likely'
  }
}

function addMissing<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) if (!list.includes(item)) list.push(item)
}
