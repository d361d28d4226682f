import type { Clock } from '../base/clock.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '../audit/actor.ts'
import { dateColumns } from '../database/date-columns.ts'
import { inList } from '../database/sql.ts'
import type { Reads, Tx, Store } from '../database/store.ts'
import { notFound } from '../base/errors.ts'
import type { ImageSelection } from '../queries/images/derivable-images.ts'
import { auditReprocessing } from './audit-reprocessing.ts'
import { inBatches } from '../base/batches.ts'

/** Images per transaction, which takes a few milliseconds unless bounds change. */
const BATCH_SIZE = 500

/** Pause between transactions, in which a running server writes. */
const PAUSE_MS = 5

type DateSelection = Pick<ImageSelection, 'ids' | 'collectionId'>

/** The images, and whom the audit log names. */
export interface DateReprocessing extends DateSelection {
  actor: Actor
}

/**
 * Computes the bounds of the EDTF dates of images again, after the rules have changed. It changes nothing else, so
 * the revisions of the images stay, and the audit log says only that it was done.
 * @returns the number of images with an EDTF date, and of those whose bounds changed
 * @throws CatalogError kind `not_found` if a given image does not exist
 */
export async function reprocessDates(
  { reads, write, clock }: { clock: Clock } & Pick<Store, 'reads' | 'write'>,
  { actor, ...selection }: DateReprocessing,
  signal?: AbortSignal,
): Promise<{ images: number; changed: number }> {
  await requireImages(reads, selection.ids ?? [])
  let [after, changed] = [0, 0]
  const images = await inBatches(
    BATCH_SIZE,
    async (limit) => {
      const batch = await write(async (tx) => {
        const updated = await updateBatch(tx, selection, { after, limit })
        if (updated.changed > 0 && changed === 0)
          await auditReprocessing(tx, { actor, now: clock.now() }, 'dates', selection)
        return updated
      })
      after = batch.last ?? after
      changed += batch.changed
      await pause(PAUSE_MS)
      return batch.images
    },
    signal,
  )
  return { images, changed }
}

async function requireImages(reads: Reads, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const images = await reads
    .selectFrom('image')
    .select('id')
    .where('id', 'in', inList(ids))
    .execute()
  const known = new Set(images.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw notFound(`Image ${unknown} does not exist.`)
}

async function updateBatch(
  tx: Tx,
  { ids, collectionId }: DateSelection,
  { after, limit }: { after: number; limit: number },
) {
  const images = await tx
    .selectFrom('image')
    .select(['id', 'edtf_date', 'strict_from', 'strict_to', 'fuzzy_from', 'fuzzy_to'])
    .where('edtf_date', 'is not', null)
    .$narrowType<{ edtf_date: string }>()
    .where('id', '>', after)
    .$if(ids !== undefined, (image) => image.where('id', 'in', inList(ids ?? [])))
    .$if(collectionId !== undefined, (image) =>
      image.where('collection_id', '=', collectionId ?? 0),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  let changed = 0
  for (const { id, ...stored } of images) {
    const computed = dateColumns(stored.edtf_date)
    if (isSame(stored, computed)) continue
    await tx.updateTable('image').set(computed).where('id', '=', id).execute()
    changed += 1
  }
  return { images: images.length, changed, last: images.at(-1)?.id }
}

type DateColumns = ReturnType<typeof dateColumns>

function isSame(stored: Record<keyof DateColumns, unknown>, computed: DateColumns): boolean {
  const names = Object.keys(computed) as (keyof DateColumns)[]
  return names.every((name) => stored[name] === computed[name])
}
