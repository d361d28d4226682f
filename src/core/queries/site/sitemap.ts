import type { Micros } from '../../base/clock.ts'
import { withoutIndex } from '../../database/sql.ts'
import { column } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads } from '../../database/store.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'
import { selectSubjectIds } from '../lists/subjects.ts'

/**
 * Ids that one sitemap covers: sitemap n has the images from `(n - 1) * 10,000 + 1` to `n * 10,000`. The protocol allows
 * 50,000 addresses, but reading them would hold up other requests for longer.
 */
const IDS = 10_000

/** Of the 50,000 that one sitemap may have, the home page and the lists take some. */
const MAX_SOURCES = 1000
const MAX_COLLECTIONS = 9000
const MAX_SUBJECTS = 39_000

/**
 * Lists the numbers of the sitemaps that have an image, in ascending order. An index finds the first image of each, so
 * that images cost nothing by themselves.
 */
export async function listImageSitemaps(reads: Reads): Promise<number[]> {
  const numbers: number[] = []
  let [next] = await findNextImage(reads, { after: 0 })
  while (next) {
    const number = Math.ceil(next.id / IDS)
    numbers.push(number)
    ;[next] = await findNextImage(reads, { after: number * IDS })
  }
  return numbers
}

const findNextImage = preparedQuery((reads: Reads, { after }: Params<{ after: number }>) =>
  selectListed(reads).where('image.id', '>', after).limit(1),
)

export interface SitemapImage {
  id: number
  /** When it was imported or last placed. */
  changedAt: Micros
}

/** Reads the public images of a sitemap, without duplicates, by id. */
export async function readSitemapImages(reads: Reads, number: number): Promise<SitemapImage[]> {
  const rows = await selectListed(reads)
    .select(['image.created_at', 'image.last_georeferenced_at'])
    .where('image.id', '>', (number - 1) * IDS)
    .where('image.id', '<=', number * IDS)
    .execute()
  return rows.map(({ id, created_at, last_georeferenced_at }) => ({
    id,
    changedAt: Math.max(created_at, last_georeferenced_at ?? 0),
  }))
}

function selectListed(reads: Reads) {
  const collection = withoutIndex(column<number>('image.collection_id'))
  return reads
    .selectFrom('image')
    .select('image.id')
    .where('image.duplicate_of', 'is', null)
    .where(collection, 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .orderBy('image.id')
}

export interface SitemapPages {
  /** Slugs. */
  sources: string[]
  /** Ids. */
  collections: number[]
  /** Slugs. */
  subjects: string[]
}

/** Reads what identifies the pages of public sources, collections and subjects. */
export async function readSitemapPages(reads: Reads): Promise<SitemapPages> {
  const [sources, collections, subjects] = await Promise.all([
    reads
      .selectFrom('source')
      .select('slug')
      .where('public', '=', 1)
      .orderBy('id')
      .limit(MAX_SOURCES)
      .execute(),
    selectVisibleCollections(reads, { visibility: 'public' })
      .orderBy('collection.id')
      .limit(MAX_COLLECTIONS)
      .execute(),
    selectSubjectIds(reads, { visibility: 'public' })
      .select('subject.slug')
      .limit(MAX_SUBJECTS)
      .execute(),
  ])
  return {
    sources: sources.map(({ slug }) => slug),
    collections: collections.map(({ id }) => id),
    subjects: subjects.map(({ slug }) => slug),
  }
}
