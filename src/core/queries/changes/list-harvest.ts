import { setImmediate } from 'node:timers/promises'
import type { Micros } from '../../base/clock.ts'
import { column } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { isAnyOf } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { selectChanges } from './public-changes.ts'

/** Changes that are read for one page, at most: some thousand, or more while none of them belongs to the set. */
const MAX_SCANNED = 5000
const MAX_SCANNED_IN_VAIN = 50_000
const SCAN_STEP = 1000

/** A source or collection, whose images are harvested. */
export interface HarvestSet {
  kind: 'source' | 'collection'
  id: number
}

/** A part of the images that were ever public, in the order of their changes. */
export interface HarvestPage {
  /** Position in the log of the last image that is known already. */
  after: Micros
  /** The first time that is too late. */
  before: Micros
  set: HarvestSet | undefined
  limit: number
}

/** An image that was ever public. */
export interface HarvestedHeader {
  id: number
  changedAt: Micros
  /** Its collection and source. Undefined if it is deleted or hidden. */
  sets: { collection: number; source: number } | undefined
}

export interface Harvest {
  headers: HarvestedHeader[]
  /** Position after which the next page starts. Undefined after the last page. */
  next: Micros | undefined
}

/**
 * Lists the images of a set that changed, and all that are deleted or hidden, of which nothing tells the set any more. The number
 * of changes that are read is bounded, so that a page may be empty although others follow.
 */
export async function listHarvest(
  reads: Reads,
  { limit, set, ...page }: HarvestPage,
): Promise<Harvest> {
  const headers: HarvestedHeader[] = []
  let { after } = page
  let scanned = 0
  while (scanned < (headers.length === 0 ? MAX_SCANNED_IN_VAIN : MAX_SCANNED)) {
    const step = scanned === 0 ? limit + 1 : SCAN_STEP
    const changes = await selectChanges(reads, { after, until: page.before - 1, limit: step })
    headers.push(...(await readHeaders(reads, changes)).filter((header) => isIn(set, header)))
    if (headers.length > limit) {
      const harvested = headers.slice(0, limit)
      return { headers: harvested, next: harvested.at(-1)?.changedAt }
    }
    if (changes.length < step) return { headers, next: undefined }
    after = changes.at(-1)?.changed_at ?? after
    scanned += step
    // SQLite answers at once, and other requests wait.
    await setImmediate()
  }
  return { headers, next: after }
}

function isIn(set: HarvestSet | undefined, { sets }: HarvestedHeader): boolean {
  return set === undefined || sets === undefined || sets[set.kind] === set.id
}

/** Finds an image that was ever public. */
export async function findHarvested(
  reads: Reads,
  id: number,
): Promise<HarvestedHeader | undefined> {
  const change = await reads
    .selectFrom('public_change')
    .selectAll()
    .where('kind', '=', 'image')
    .where('ref', '=', id)
    .executeTakeFirst()
  return change && (await readHeaders(reads, [change])).at(0)
}

/** Reads the time of the oldest change. Undefined if nothing was ever public. */
export async function findOldestChange(reads: Reads): Promise<Micros | undefined> {
  const query = reads.selectFrom('public_change').select('changed_at').orderBy('changed_at')
  return (await query.limit(1).executeTakeFirst())?.changed_at
}

type Changes = Awaited<ReturnType<typeof selectChanges>>

async function readHeaders(reads: Reads, changes: Changes): Promise<HarvestedHeader[]> {
  const ofImages = changes.filter(({ kind }) => kind === 'image')
  const ids = JSON.stringify(ofImages.map(({ ref }) => ref))
  const shown = new Map((await selectSets(reads, { ids })).map(({ id, ...sets }) => [id, sets]))
  return ofImages.map(({ ref: id, changed_at: changedAt, gone }) => ({
    id,
    changedAt,
    // What was published a moment ago stays deleted until the log has that change.
    sets: gone === 1 ? undefined : shown.get(id),
  }))
}

/** Selects where those of the images belong that the public sees. */
const selectSets = preparedQuery((reads: Reads, { ids }: Params<{ ids: string }>) =>
  reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select(['image.id', 'collection.id as collection', 'source.id as source'])
    .where('collection.public', '=', 1)
    .where('source.public', '=', 1)
    .where(isAnyOf(column('image.id'), ids)),
)
