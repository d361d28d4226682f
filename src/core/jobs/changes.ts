import { setTimeout as pause } from 'node:timers/promises'
import type { Micros } from '../base/clock.ts'
import { readNewestPublicChange } from '../database/public-changes.ts'
import type { Tx } from '../database/store.ts'
import type { ImageChanges } from '../job-queue/new-jobs.ts'
import { isPublicImage } from '../model/visibility.ts'
import type { JobHandler } from './job-handler.ts'

/** Images per transaction, which takes a few milliseconds. */
const BATCH_SIZE = 500

/** Pause between transactions, in which others write. */
const PAUSE_MS = 5

/**
 * Records in the log of public changes that all images of some collections or of a license changed. An interrupted run starts
 * over, and leaves out the images that are recorded already.
 */
export const changes: JobHandler = async ({ write, clock }, { payload, signal }) => {
  const changed = payload as ImageChanges
  const scopes: Scope[] =
    'license' in changed
      ? [{ column: 'license_id', id: changed.license }]
      : changed.collections.map((id) => ({ column: 'collection_id', id }))
  for (const scope of scopes) {
    let after: number | undefined = 0
    while (after !== undefined) {
      signal.throwIfAborted()
      const batch: Batch = { ...scope, after, before: changed.before }
      after = await write((tx) => recordBatch(tx, batch, clock.now()))
      await pause(PAUSE_MS)
    }
  }
}

interface Scope {
  column: 'collection_id' | 'license_id'
  id: number
}

interface Batch extends Scope {
  /** The images with higher ids are next. */
  after: number
  before: Micros
}

/** @returns the id of the last image; undefined after the last batch */
async function recordBatch(tx: Tx, batch: Batch, now: Micros): Promise<number | undefined> {
  const images = await listImages(tx, batch)
  const rows = images
    .map((image) => ({ ...image, gone: isPublicImage(image) ? (0 as const) : (1 as const) }))
    // What was never public has no row, and what the log calls gone stays so.
    .filter(({ listed_at, listed_gone, gone }) =>
      listed_at === null ? gone === 0 : listed_at <= batch.before && listed_gone + gone < 2,
    )
  if (rows.length > 0) {
    const first = Math.max(now, (await readNewestPublicChange(tx)) + 1)
    await tx
      .insertInto('public_change')
      .values(
        rows.map(({ id, gone }, index) => ({
          changed_at: first + index,
          kind: 'image' as const,
          ref: id,
          gone,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['kind', 'ref']).doUpdateSet((row) => ({
          changed_at: row.ref('excluded.changed_at'),
          gone: row.ref('excluded.gone'),
        })),
      )
      .execute()
  }
  return images.length < BATCH_SIZE ? undefined : images.at(-1)?.id
}

function listImages(tx: Tx, { column, id, after }: Batch) {
  return tx
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .leftJoin('public_change as listed', (join) =>
      join.on('listed.kind', '=', 'image').onRef('listed.ref', '=', 'image.id'),
    )
    .select(['image.id', 'listed.changed_at as listed_at'])
    .select((row) => row.fn.coalesce('listed.gone', row.lit(1)).as('listed_gone'))
    .select(['collection.public as collection_public', 'source.public as source_public'])
    .where(`image.${column}`, '=', id)
    .where('image.id', '>', after)
    .orderBy('image.id')
    .limit(BATCH_SIZE)
    .execute()
}
