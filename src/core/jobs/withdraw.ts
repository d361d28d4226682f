import type { ObjectStore } from '../storage/object-store.ts'
import type { Micros, Clock } from '../base/clock.ts'
import { inList } from '../database/sql.ts'
import type { Selects, Tx, Store } from '../database/store.ts'
import { selectVisibleCollections } from '../queries/lists/visible-collections.ts'
import { splitListIntoBatches } from '../base/split-into-batches.ts'
import { copyFileSet, listFileSets, type FileSet } from '../stored-files/file-sets.ts'
import type { JobHandler, JobRun } from './job-handler.ts'
import { enqueueImageJobs } from '../job-queue/enqueue-image-jobs.ts'
import { enqueueJob, PRIORITY } from '../job-queue/enqueue.ts'
import { newRemoval, newWithdrawal, type Withdrawal } from '../job-queue/new-jobs.ts'

/** Images per run: their new addresses are published in one transaction, which takes a few milliseconds. */
const BATCH_SIZE = 200

/** Sets of files that are copied concurrently. */
const COPIED_AT_ONCE = 8

/**
 * Gives the derived images and tiles of hidden images new unguessable addresses, and removes the files at the addresses
 * that people know. A run processes one batch and enqueues the next one. Skips collections that are public again.
 */
export const withdraw: JobHandler = async (catalog, run) => {
  const { images, rest } = await selectBatch(catalog.reads, run.payload as Withdrawal)
  const copies: Copy[] = []
  for (const sets of splitListIntoBatches(images.flatMap(listFileSets), COPIED_AT_ONCE)) {
    run.signal.throwIfAborted()
    copies.push(...(await Promise.all(sets.map((set) => copy(catalog, set)))))
  }
  const unused = await publish(catalog, { copies, rest, run })
  for (const prefix of unused) await catalog.storage.removeBelow(prefix)
}

/** Selects the next images, and returns the payload of the next run. */
async function selectBatch(reads: Selects, { collections, after, hiddenAt }: Withdrawal) {
  const images: Awaited<ReturnType<typeof listImages>> = []
  for (const [index, collection] of collections.entries()) {
    const limit = BATCH_SIZE - images.length
    const found = await listImages(reads, {
      collection,
      after: index === 0 ? after : 0,
      hiddenAt,
      limit,
    })
    images.push(...found)
    const last = found.at(-1)
    if (last && found.length === limit)
      return { images, rest: { collections: collections.slice(index), after: last.id, hiddenAt } }
  }
  return { images }
}

interface ImagePage {
  collection: number
  after: number
  hiddenAt: Micros
  limit: number
}

function listImages(reads: Selects, { collection, after, hiddenAt, limit }: ImagePage) {
  const visible = { visibility: 'public', collections: [collection] } as const
  return reads
    .selectFrom('image')
    .select(['id', 'generation', 'generation_corrected', 'tiles_generation'])
    .where('collection_id', '=', collection)
    .where('collection_id', 'not in', selectVisibleCollections(reads, visible))
    .where('id', '>', after)
    .where('created_at', '<=', hiddenAt)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** A set of files, and the generation of its copy: undefined if a file is missing. */
interface Copy {
  set: FileSet
  to: string | undefined
}

async function copy({ storage }: { storage: ObjectStore }, set: FileSet): Promise<Copy> {
  return { set, to: await copyFileSet(storage, set) }
}

interface Publication {
  copies: Copy[]
  rest?: Withdrawal
  run: Pick<JobRun, 'markDone'>
}

/**
 * Points the rows to the copies, and enqueues the removal of the former files. Jobs create sets with a missing file again.
 * @returns the key prefixes of copies that no row names, because other jobs were faster
 */
function publish(
  catalog: { clock: Clock } & Pick<Store, 'write'>,
  { copies, rest, run }: Publication,
): Promise<string[]> {
  return catalog.write(async (tx) => {
    const unused: string[] = []
    const isHeld = await run.markDone(tx)
    const now = catalog.clock.now()
    if (isHeld) await hastenRemovals(tx, copies, now)
    for (const { set, to } of copies) {
      if (to !== undefined && !(isHeld && (await rename(tx, set, to, now))))
        unused.push(set.prefixOf(to))
    }
    if (!isHeld) return unused
    for (const kind of ['derive', 'tile'] as const) {
      const broken = copies.filter(({ set, to }) => to === undefined && set.kind === kind)
      const ids = broken.map(({ set }) => set.imageId)
      if (ids.length > 0) await enqueueImageJobs(tx, kind, ids, { priority: PRIORITY.soon, now })
    }
    if (rest) await enqueueJob(tx, newWithdrawal(rest, now), now)
    return unused
  })
}

/** Returns false if the row names another generation by now, or if the image was deleted. */
async function rename(tx: Tx, set: FileSet, to: string, now: Micros): Promise<boolean> {
  const { imageId, column, generation } = set
  const renamed = await tx
    .updateTable('image')
    .set({ [column]: to })
    .where('id', '=', imageId)
    .where(column, '=', generation)
    .returning('id')
    .executeTakeFirst()
  if (!renamed) return false
  const removal = newRemoval({ imageId, prefix: set.prefixOf(generation), runAt: now })
  await enqueueJob(tx, { ...removal, priority: PRIORITY.soon }, now)
  return true
}

/** Generations that were replaced before would be removed a day later. */
async function hastenRemovals(tx: Tx, copies: readonly Copy[], now: Micros): Promise<void> {
  const ids = copies.map(({ set }) => set.imageId)
  await tx
    .updateTable('job')
    .set({ priority: PRIORITY.soon, run_at: now })
    .where('image_id', 'in', inList([...new Set(ids)]))
    .where('kind', '=', 'remove')
    .where('state', '=', 'queued')
    .execute()
}
