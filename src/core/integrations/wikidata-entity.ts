import { z } from 'zod'
import { MAX_PROSE, MAX_SUBJECT_TITLE } from '../base/limits.ts'
import { cleanLine, isBlank } from '../model/text.ts'

/** Texts of an item, each in the first of the preferred languages that has one. */
export interface ItemTexts {
  state: 'found'
  /** The id after redirects. */
  item: string
  title: string
  /** Empty without a description in a preferred language. */
  description: string
}

/** Why an item has no texts: it never existed or was deleted, or it has no label in a preferred language. */
export interface LackingItem {
  state: 'missing' | 'unlabeled'
}

export type FoundItem = ItemTexts | LackingItem

/** The language of labels that are the same in all languages, such as names. */
export const ALL_LANGUAGES = 'mul'

/** PHP encodes an empty map as an empty array. */
const texts = z
  .union([
    z.record(z.string(), z.object({ value: z.string() })),
    z.array(z.never()).transform((): Record<string, { value: string }> => ({})),
  ])
  .default({})

/** Of an item, a property or a lexeme. */
const entityId = z.string().regex(/^[A-Z][1-9]\d{0,9}$/)
const itemId = z.string().regex(/^Q[1-9]\d{0,9}$/)

/** An item in Wikibase's JSON format, of the action API, of `Special:EntityData` and of dumps. */
export const wikidataEntity = z.object({
  id: entityId,
  missing: z.union([z.literal(''), z.boolean()]).optional(),
  redirects: z.object({ from: itemId, to: itemId }).optional(),
  labels: texts,
  descriptions: texts,
})

export type WikidataEntity = z.output<typeof wikidataEntity>

/** Indexes entities by their id, by the id that redirects to them, and by the key of the response. */
export function indexEntities(
  entities: readonly (readonly [key: string, entity: WikidataEntity])[],
): Map<string, WikidataEntity> {
  return new Map(
    entities.flatMap(([key, entity]) =>
      [key, entity.id, entity.redirects?.from ?? entity.id].map((id) => [id, entity] as const),
    ),
  )
}

/** Chooses the texts by a list of languages, the preferred one first. */
export function chooseTexts(
  entity: WikidataEntity | undefined,
  languages: readonly string[],
): FoundItem {
  if (!entity || (entity.missing ?? false) !== false) return { state: 'missing' }
  const title = findText(entity.labels, [...languages, ALL_LANGUAGES], MAX_SUBJECT_TITLE)
  if (title === undefined) return { state: 'unlabeled' }
  const description = findText(entity.descriptions, languages, MAX_PROSE) ?? ''
  return { state: 'found', item: entity.redirects?.to ?? entity.id, title, description }
}

function findText(
  byLanguage: WikidataEntity['labels'],
  languages: readonly string[],
  most: number,
): string | undefined {
  for (const language of languages) {
    const known = Object.hasOwn(byLanguage, language) ? byLanguage[language] : undefined
    const text = cleanLine(known?.value.toWellFormed() ?? '').trim()
    if (!isBlank(text)) return Array.from(text).slice(0, most).join('')
  }
  return undefined
}
