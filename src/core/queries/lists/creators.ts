import { column, expressions } from '../../database/expressions.ts'
import { contains } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { hasAllWords } from '../../model/search/match-words.ts'
import { pickLongest, type WordSpellings } from '../../model/search/word-spellings.ts'
import { selectVisibleCollections } from './visible-collections.ts'

/** Part of the creators of public images whose names have all words, in the order of their folded names. */
export interface CreatorQuery {
  words: readonly WordSpellings[]
  /** Number of creators to skip. */
  offset: number
  limit: number
}

export interface CreatorPage {
  /** For each creator, one of their images. */
  images: readonly number[]
  /** Number of all these creators. */
  count: number
}

/** Finds creators in the database, which compares all images. */
export async function findCreatorsInDatabase(
  reads: Reads,
  { words, ...range }: CreatorQuery,
): Promise<CreatorPage> {
  const name = column<string>('image.creator_folded')
  const rows = await reads
    .selectFrom('image')
    .select(({ fn }) => [name.as('name'), fn.min<number>('image.id').as('image')])
    .where('image.collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .where(expressions.or(pickLongest(words).map((word) => contains(name, word))))
    .groupBy('image.creator_folded')
    .execute()
  return pickCreators(
    rows.filter((row) => hasAllWords(row.name, words)),
    range,
  )
}

/** Sorts creators by name, and picks a part of them. */
export function pickCreators(
  creators: readonly { name: string; image: number }[],
  { offset, limit }: Pick<CreatorQuery, 'offset' | 'limit'>,
): CreatorPage {
  const sorted = creators.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const images = sorted.slice(offset, offset + limit).map(({ image }) => image)
  return { images, count: creators.length }
}
