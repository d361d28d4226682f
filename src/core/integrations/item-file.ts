import { CatalogError } from '../base/errors.ts'
import {
  chooseTexts,
  indexEntities,
  wikidataEntity,
  type FoundItem,
  type WikidataEntity,
} from './wikidata-entity.ts'

/**
 * Parses items in Wikidata's JSON format: a response of the API or of `Special:EntityData`, an array, or one item a
 * line, as in dumps.
 * @param name of the file, for errors
 * @returns a function that finds an item
 * @throws CatalogError kind `invalid`
 */
export function parseItemFile(
  text: string,
  name: string,
): (id: string, languages: readonly string[]) => FoundItem {
  const entities = indexEntities(listEntities(text, name))
  return (id, languages) => chooseTexts(entities.get(id), languages)
}

function listEntities(text: string, name: string): [string, WikidataEntity][] {
  const whole = parseJson(text)
  if (whole !== undefined) return toValues(whole).map((value) => parseEntity(value, name))
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  return lines
    .filter(({ line }) => !['', '[', ']'].includes(line))
    .map(({ line, number }) => {
      const place = `${name}, line ${number}`
      const value = parseJson(line.replace(/,$/, ''))
      if (value === undefined) throw invalidFile(place, 'is not JSON')
      return parseEntity(value, place)
    })
}

function toValues(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  const { entities } = value as { entities?: unknown }
  if (typeof entities !== 'object' || entities === null) return [value]
  return Array.isArray(entities) ? entities : Object.values(entities)
}

function parseEntity(value: unknown, place: string): [string, WikidataEntity] {
  const parsed = wikidataEntity.safeParse(value)
  if (parsed.success) return [parsed.data.id, parsed.data]
  throw invalidFile(place, "has an item that is not in Wikidata's JSON format")
}

/** @returns undefined unless the text is JSON of an object or an array */
function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function invalidFile(place: string, problem: string): CatalogError {
  return new CatalogError('invalid', `${place} ${problem}.`, {
    hint: 'Save items as https://www.wikidata.org/wiki/Special:EntityData/Q42.json does.',
  })
}
