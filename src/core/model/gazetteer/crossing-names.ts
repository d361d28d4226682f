import { findOrdinalEnding } from '../english-spellings.ts'
import { foldText } from '../fold.ts'
import { expandStreet, isStreet } from '../search/word-spellings.ts'

/** The names of two streets that cross. */
type StreetNames = readonly [string, string]

/** Between the names of two streets. */
const AT = /\s+(?:&|\/|-|–|and|at|und|ecke|et|y|esquina)\s+/iu

/** Ends of German names in one word. */
const COMPOUND = /.(?:stra(?:ß|ss)e|str|gasse|platz|allee|weg|ufer|damm|graben|brücke|markt)\.?$/iu
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/iu

/** Words that are split, and splits that are tried. */
const MAX_WORDS = 12
const MAX_SPLITS = 4

/** Splits `Lexington Ave & 53 st`; undefined without a word or sign between two names. */
export function splitCrossing(text: string): StreetNames | undefined {
  const [one, other, more] = text.split(AT, 3)
  return one !== undefined && other !== undefined && more === undefined ? [one, other] : undefined
}

/** Lists where `Lexington Avenue 53rd Street` may be split into two names: beside words for streets and ordinal numbers. */
export function guessCrossings(text: string): StreetNames[] {
  const words = text.trim().split(/[\s,]+/u)
  if (words.length > MAX_WORDS) return []
  const splits = words.slice(1).flatMap((word, index): StreetNames[] => {
    const [before, after] = [words.slice(0, index + 1), words.slice(index + 1)]
    const isBetween = isEnd(words[index]) || isStart(word)
    return isBetween && isName(before) && isName(after) ? [[before.join(' '), after.join(' ')]] : []
  })
  return splits.slice(0, MAX_SPLITS)
}

function isEnd(word = ''): boolean {
  return isStreetWord(word) || COMPOUND.test(word) || ORDINAL.test(word)
}

function isStart(word: string): boolean {
  return isStreetWord(word) || ORDINAL.test(word)
}

/** A word for streets is no name, nor is a number, which is rather that of a house. */
function isName(words: readonly string[]): boolean {
  const others = words.filter((word) => !isStreetWord(word))
  return others.length > 0 && !(words.length === 1 && /^\d+[a-z]?$/iu.test(words[0] ?? ''))
}

function isStreetWord(word: string): boolean {
  return isStreet(clean(word))
}

function clean(word: string): string {
  return foldText(word).replace(/\.$/u, '')
}

/** Lists the readings of the name of a place: as it stands, and as that of a street, without a house number and abbreviations. */
export function listReadings(name: string): string[] {
  return [...new Set([name, spellStreet(dropHouseNumber(name))])]
}

/** `16-18 New Dorp Lane`, `12, rue Foch` and `Hauptstraße 12a`; `42nd Street` and `42 st` have none. */
function dropHouseNumber(text: string): string {
  const name = text.trim()
  const street = name
    .replace(/^\d{1,5}[a-z]?(?:\s?[-–]\s?\d{1,5})?,?\s+/iu, '')
    .replace(/\s+\d{1,4}[a-z]?$/iu, '')
  return isStreetWord(street) ? name : street
}

/** `53 st` is the 53rd street, and `Grand Blvd` a boulevard. `Bd Voltaire` is found by the end of its name. */
function spellStreet(name: string): string {
  const words = name.split(/\s+/u)
  const [first = '', ...rest] = words
  if (rest.length === 0) return name
  const isFirst = isStreetWord(first) && !isStreetWord(rest.at(-1) ?? '')
  const spelled = (isFirst ? rest : words).map((word, index, all) =>
    index > 0 && index === all.length - 1 ? (expandStreet(clean(word)) ?? word) : spellNumber(word),
  )
  return spelled.join(' ')
}

function spellNumber(word: string): string {
  return /^\d{1,3}$/u.test(word) ? `${word}${findOrdinalEnding(Number(word))}` : word
}
