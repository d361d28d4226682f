import { readCatalogState } from '../../database/catalog-state.ts'
import { column } from '../../database/expressions.ts'
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

/** A creator of public images, with the folded name and the first image. */
interface Creator {
  name: string
  image: number
}

/** Finds creators in the database. That takes a second for a million images, so the list is kept until the catalog changes. */
export function createCreatorSearch(reads: Reads): (query: CreatorQuery) => Promise<CreatorPage> {
  let known: { change: number; creators: Promise<Creator[]> } | undefined
  return async ({ words, ...range }) => {
    const { newestChange: change } = await readCatalogState(reads)
    if (known?.change !== change) {
      const creators = listCreators(reads)
      known = { change, creators }
      creators.catch(() => (known = undefined))
    }
    const spellings = pickLongest(words)
    const found = (await known.creators).filter(
      // Comparing words takes longer than looking for a part.
      ({ name }) => spellings.some((word) => name.includes(word)) && hasAllWords(name, words),
    )
    return pickCreators(found, range)
  }
}

function listCreators(reads: Reads): Promise<Creator[]> {
  const name = column<string>('image.creator_folded')
  return reads
    .selectFrom('image')
    .select(({ fn }) => [name.as('name'), fn.min<number>('image.id').as('image')])
    .where('image.collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .where(name, 'is not', null)
    .groupBy('image.creator_folded')
    .execute()
}

/** Sorts creators by name, and picks a part of them. */
export function pickCreators(
  creators: readonly Creator[],
  { offset, limit }: Pick<CreatorQuery, 'offset' | 'limit'>,
): CreatorPage {
  const sorted = creators.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const images = sorted.slice(offset, offset + limit).map(({ image }) => image)
  return { images, count: creators.length }
}
