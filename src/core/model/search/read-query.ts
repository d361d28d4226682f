import { parseItemId } from '../item-id.ts'
import { readDateInText, type DatedText } from './read-dates.ts'
import { listQueryWords, type WordSpellings } from './word-spellings.ts'

/** Image, or subject of a Wikidata item, that a query names by its number. */
type NamedThing = { image: number } | { item: string }

export interface ReadQuery extends DatedText {
  /** Null if the query is no number. */
  named: NamedThing | null
  /** Those of the text. */
  words: readonly WordSpellings[]
}

/** Reads a text that is searched for: `12` and `Q42` name something, and `harbor before 1900` a range of years. */
export function readQuery(query: string): ReadQuery {
  const text = query.trim()
  const item = parseItemId(text)
  if (item !== undefined) return { text, date: null, named: { item }, words: listQueryWords(text) }
  const dated = readDateInText(text)
  const [, id] = /^#?\s*(\d{1,15})$/u.exec(dated.text) ?? []
  const isNamed = id !== undefined && dated.date === null
  const named = isNamed ? { image: Number(id) } : null
  return { ...dated, named, words: listQueryWords(dated.text) }
}
