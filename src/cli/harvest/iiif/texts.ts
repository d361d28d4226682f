import { decodeEntities } from '../../../core/model/xml-reader.ts'
import { asList, asObject, asText, type Members } from '../../../core/base/json-values.ts'

/** An entry of `metadata`: what its label says in each language, and its values. */
export interface Entry {
  labels: string[]
  values: string[]
}

/**
 * Returns the texts of a property in one language: a language map of version 3, or strings, objects with `@value`, and
 * lists of these in version 2. Of several languages, that of texts without one, else English, else the first.
 */
export function readTexts(value: unknown): string[] {
  const byLanguage = groupByLanguage(value)
  const texts = byLanguage.get('none') ?? byLanguage.get('en') ?? [...byLanguage.values()][0] ?? []
  return texts.map(toPlainText).filter((text) => text !== '')
}

/** Returns the texts of all languages. */
function readAllTexts(value: unknown): string[] {
  return [...groupByLanguage(value).values()].flat().map(toPlainText)
}

function groupByLanguage(value: unknown): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [language, text] of asList(value).flatMap(listTexts)) {
    found.set(language, [...(found.get(language) ?? []), text])
  }
  return found
}

/** Lists texts with their languages. */
function listTexts(value: unknown): [language: string, text: string][] {
  if (typeof value === 'string' || typeof value === 'number') return [['none', String(value)]]
  const members = asObject(value)
  const tagged: [string, unknown][] =
    '@value' in members
      ? [[asText(members['@language']) ?? 'none', members['@value']]]
      : Object.entries(members)
  return tagged.flatMap(([language, texts]) =>
    asList(texts)
      .filter((text) => typeof text === 'string')
      .map((text): [string, string] => [normalizeLanguage(language), text]),
  )
}

function normalizeLanguage(tag: string): string {
  return tag === '@none' ? 'none' : tag
}

/** Removes the markup that texts may have (Presentation API 3.0, 4.5), also of those that do not begin with it. */
function toPlainText(text: string): string {
  if (!/<\/?[a-z][^>]*>/i.test(text)) return text.trim()
  const plain = text
    .replace(/<(?:br|\/p|\/div|\/li)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
  return decodeEntities(plain).trim()
}

/** Returns the addresses of the links in a text with markup. */
export function readLinks(value: unknown): string[] {
  const texts = [...groupByLanguage(value).values()].flat()
  return texts.flatMap((text) =>
    [...text.matchAll(/\shref\s*=\s*["']([^"'<>]{1,2000})["']/gi)].map(([, url = '']) =>
      decodeEntities(url),
    ),
  )
}

/** Returns the entries of `metadata`. */
export function readEntries({ metadata }: Members): Entry[] {
  return asList(metadata).map((entry) => {
    const { label, value } = asObject(entry)
    return { labels: readAllTexts(label), values: readTexts(value) }
  })
}
