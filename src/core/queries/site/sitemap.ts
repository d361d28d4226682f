import type { Micros } from '../../base/clock.ts'
import { withoutIndex } from '../../database/sql.ts'
import { column } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads } from '../../database/store.ts'
import type { PublicKind } from '../../model/public-kinds.ts'
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

/** Looks up the collections of the few images that it passes: a list of all would be made for each sitemap. */
const findNextImage = preparedQuery((reads: Reads, { after }: Params<{ after: number }>) =>
  reads
    .selectFrom('image')
    .select('image.id')
    .where('image.id', '>', after)
    .where('image.duplicate_of', 'is', null)
    .where((image) =>
      image.exists(
        image
          .selectFrom('collection')
          .innerJoin('source', 'source.id', 'collection.source_id')
          .select('collection.id')
          .whereRef('collection.id', '=', 'image.collection_id')
          .where('collection.public', '=', 1)
          .where('source.public', '=', 1),
      ),
    )
    .orderBy('image.id')
    .limit(1),
)

/** A page, with when what the public sees of its record last changed. */
export interface SitemapPage<Key> {
  key: Key
  changedAt: Micros
}

/** Reads the ids of the public images of a sitemap, without duplicates, in ascending order. */
export function readSitemapImages(reads: Reads, number: number): Promise<SitemapPage<number>[]> {
  return selectListed(reads)
    .innerJoin('public_change as changed', (join) =>
      join.on('changed.kind', '=', 'image').onRef('changed.ref', '=', 'image.id'),
    )
    .clearSelect()
    .select(['image.id as key', 'changed.changed_at as changedAt'])
    .where('image.id', '>', (number - 1) * IDS)
    .where('image.id', '<=', number * IDS)
    .execute()
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
  /** By slug. */
  sources: SitemapPage<string>[]
  /** By id. */
  collections: SitemapPage<number>[]
  /** By slug. */
  subjects: SitemapPage<string>[]
}

/** Reads what identifies the pages of public sources, collections and subjects. */
export async function readSitemapPages(reads: Reads): Promise<SitemapPages> {
  const [sources, collections, subjects] = await Promise.all([
    selectChanges(reads, 'source')
      .innerJoin('source', 'source.id', 'changed.ref')
      .select('source.slug as key')
      .where('source.public', '=', 1)
      .limit(MAX_SOURCES)
      .execute(),
    selectChanges(reads, 'collection')
      .select('changed.ref as key')
      .where('changed.ref', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
      .limit(MAX_COLLECTIONS)
      .execute(),
    selectChanges(reads, 'subject')
      .innerJoin('subject', 'subject.id', 'changed.ref')
      .select('subject.slug as key')
      .where('changed.ref', 'in', selectSubjectIds(reads, { visibility: 'public' }))
      .limit(MAX_SUBJECTS)
      .execute(),
  ])
  return { sources, collections, subjects }
}

function selectChanges(reads: Reads, kind: PublicKind) {
  return reads
    .selectFrom('public_change as changed')
    .select('changed.changed_at as changedAt')
    .where('changed.kind', '=', kind)
    .orderBy('changed.ref')
}
