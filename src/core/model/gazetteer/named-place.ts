import { ENGLISH_ORDINALS, findOrdinalEnding } from '../english-spellings.ts'
import type { Extent } from '../geometry/extent.ts'

/** Coarse kinds of the entries of gazetteers. */
export const PLACE_KINDS = [
  'settlement',
  'street',
  'building',
  'area',
  'water',
  'landform',
] as const

export type PlaceKind = (typeof PLACE_KINDS)[number]

/** A place with its names, of a gazetteer. */
export interface NamedPlace {
  name: string
  /** Other names, such as former ones. */
  otherNames: readonly string[]
  kind: PlaceKind
  extent: Extent
  /** 0 if it is unknown. */
  inhabitants: number
}

/** Result of parsing a line: a place, or why there is none. `unused` lines are correct. */
export type ParsedLine = NamedPlace | 'unused' | { problem: string }

export const MAX_PLACE_NAME = 200

/** More are not indexed. */
const MAX_OTHER_NAMES = 20
const MAX_WORDS = 8

/** Leaves out names that are empty, too long or repeated. */
export function selectNames(names: readonly string[]): string[] {
  const clean = names
    .map((name) => name.replaceAll(/\p{Cc}/gu, ' ').trim())
    .filter((name) => toWords(name).length > 0)
  return [...new Set(clean.filter((name) => name.length <= MAX_PLACE_NAME))].slice(
    0,
    MAX_OTHER_NAMES + 1,
  )
}

/** Other spellings of words in the names of streets: `W. 42nd St.` and `Ninth Avenue`. */
const SPELLINGS = new Map([
  ...Object.entries({ n: 'north', s: 'south', e: 'east', w: 'west' }),
  ...ENGLISH_ORDINALS.map(
    ({ word, value }) => [word, `${value}${findOrdinalEnding(value)}`] as const,
  ),
])

/** Splits a name into words in one spelling, without case, accents and punctuation: `W. Äußere Str.` is `west aussere str`. */
export function toWords(name: string): string[] {
  const folded = name
    .slice(0, MAX_PLACE_NAME)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
  const words = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => SPELLINGS.get(word) ?? word)
}

/** Lists the ends of a name from each of its words on, the whole name first. */
export function listNameEnds(name: string): string[] {
  const words = toWords(name)
  return words.slice(0, MAX_WORDS).map((_, index) => words.slice(index).join(' '))
}
