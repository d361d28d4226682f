import type { Store } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { Clock } from '../base/clock.ts'
import type { Actor } from '../audit/actor.ts'
import {
  listDerivableImages,
  listEmbeddableImages,
  listTileableImages,
  type DerivableImage,
  type EmbeddableImage,
  type ImageSelection,
  type TileableImage,
} from '../queries/images/derivable-images.ts'
import { PRIORITY, type JobPriority } from '../job-queue/enqueue.ts'
import { auditReprocessing } from './audit-reprocessing.ts'
import { enqueueImageJobs } from '../job-queue/enqueue-image-jobs.ts'
import { notFound } from '../base/errors.ts'
import { derivativeKey, tileFileKey, type Derivative } from '../storage/keys.ts'

/** Images per batch: held in memory and written in one transaction, which takes a few milliseconds. */
const BATCH_SIZE = 250

/** Files checked concurrently. */
const CHECKED_AT_ONCE = 16

export interface Reprocessing extends ImageSelection {
  /** Select only images without derivatives, tiles or an embedding of the current picture, or with a missing file. */
  missing?: boolean
  /** Whom the audit log names. Nothing is recorded if undefined. */
  actor?: Actor
}

export interface Reprocessed {
  /** Number of selected images. */
  images: number
  /** Number of enqueued jobs. The other images have a job in the queue already. */
  queued: number
}

type ReprocessServices = { clock: Clock; storage: ObjectStore } & Pick<Store, 'reads' | 'write'>

/** A kind of job, and the images to which it applies. */
interface Work<Image extends { id: number }> {
  kind: 'derive' | 'tile' | 'embed'
  priority: JobPriority
  list: (selection: ImageSelection, page: { after: number; limit: number }) => Promise<Image[]>
  isMissing: (image: Image) => Promise<boolean>
  /** Completes the error about an image that `list` does not return: it has no … */
  prerequisite: string
}

/**
 * Enqueues jobs that regenerate the derived images of the selected images, at the lowest priority and in batches.
 * Idempotent: an image with a waiting job gets no second one.
 * @param what the derived image to check. All derived images of an image are generated together.
 * @throws CatalogError kind `not_found` if a given image does not exist or has no file
 */
export function reprocessDerivatives(
  services: ReprocessServices,
  what: Derivative,
  reprocessing: Reprocessing,
  signal?: AbortSignal,
): Promise<Reprocessed> {
  const work: Work<DerivableImage> = {
    kind: 'derive',
    priority: PRIORITY.last,
    list: (selection, page) => listDerivableImages(services.reads, selection, page),
    isMissing: (image) => isDerivativeMissing(services, image, what),
    prerequisite: 'file',
  }
  return reprocess(services, work, reprocessing, signal)
}

/**
 * Enqueues jobs that make the tiles of the selected images again, like `reprocessDerivatives`.
 * @throws CatalogError kind `not_found` if a given image does not exist or has no derivatives of its file
 */
export function reprocessTiles(
  services: ReprocessServices,
  reprocessing: Reprocessing,
  signal?: AbortSignal,
): Promise<Reprocessed> {
  const work: Work<TileableImage> = {
    kind: 'tile',
    priority: PRIORITY.last,
    list: (selection, page) => listTileableImages(services.reads, selection, page),
    isMissing: (image) => areTilesMissing(services, image),
    prerequisite: 'derivatives yet',
  }
  return reprocess(services, work, reprocessing, signal)
}

/**
 * Enqueues jobs that embed the selected images again with a model, like `reprocessDerivatives`.
 * @throws CatalogError kind `not_found` if a given image does not exist or has no display version of its picture
 */
export function reprocessEmbeddings(
  services: { clock: Clock } & Pick<Store, 'reads' | 'write'>,
  modelId: number,
  reprocessing: Reprocessing,
  signal?: AbortSignal,
): Promise<Reprocessed> {
  return reprocess(services, createEmbeddingWork(services, modelId), reprocessing, signal)
}

/**
 * Enqueues jobs for the images whose current picture a model has not embedded, except those that it cannot embed.
 * @returns `images` is the number of such images
 */
export function enqueueMissingEmbeddings(
  services: { clock: Clock } & Pick<Store, 'reads' | 'write'>,
  modelId: number,
  signal?: AbortSignal,
): Promise<Reprocessed> {
  const work = createEmbeddingWork(services, modelId)
  const isMissing = async (image: EmbeddableImage): Promise<boolean> =>
    (await work.isMissing(image)) && image.has_failed === 0
  return reprocess(services, { ...work, isMissing }, { missing: true }, signal)
}

function createEmbeddingWork(
  { reads }: Pick<Store, 'reads'>,
  modelId: number,
): Work<EmbeddableImage> {
  return {
    kind: 'embed',
    priority: PRIORITY.reembed,
    list: (selection, page) => listEmbeddableImages(reads, { ...selection, modelId }, page),
    isMissing: async ({ picture, embedded_picture }) => picture !== embedded_picture,
    prerequisite: 'display version yet',
  }
}

async function reprocess<Image extends { id: number }>(
  { write, clock }: { clock: Clock } & Pick<Store, 'write'>,
  work: Work<Image>,
  { missing, actor, ...selection }: Reprocessing,
  signal?: AbortSignal,
): Promise<Reprocessed> {
  await requireImages(work, selection.ids ?? [])
  const total = { images: 0, queued: 0 }
  const next = (after: number) => work.list(selection, { after, limit: BATCH_SIZE })
  const enqueue = (ids: number[]): Promise<number> =>
    write(async (tx) => {
      const now = clock.now()
      const queued = await enqueueImageJobs(tx, work.kind, ids, { priority: work.priority, now })
      // One entry for all batches, since the selection says which images.
      if (actor && queued > 0 && total.queued === 0)
        await auditReprocessing(tx, { actor, now }, work.kind, { missing, ...selection })
      return queued
    })
  const isStopped = (): boolean => signal?.aborted ?? false
  let batch = await next(0)
  while (batch.length > 0 && !isStopped()) {
    const selected = missing ? await findMissing(work, batch) : batch
    const ids = selected.map(({ id }) => id)
    total.images += ids.length
    if (ids.length > 0) total.queued += await enqueue(ids)
    batch = await next(batch.at(-1)?.id ?? Infinity)
  }
  return total
}

async function requireImages<Image extends { id: number }>(
  { list, prerequisite }: Work<Image>,
  ids: readonly number[],
): Promise<void> {
  const found = await list({ ids }, { after: 0, limit: ids.length })
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  throw notFound(`There is no image ${unknown.join(', ')}, or it has no ${prerequisite}.`)
}

async function findMissing<Image extends { id: number }>(
  { isMissing }: Work<Image>,
  images: Image[],
): Promise<Image[]> {
  const found: Image[] = []
  for (let start = 0; start < images.length; start += CHECKED_AT_ONCE) {
    const batch = images.slice(start, start + CHECKED_AT_ONCE)
    const missing = await Promise.all(batch.map(isMissing))
    found.push(...batch.filter((_, index) => missing[index]))
  }
  return found
}

async function isDerivativeMissing(
  { storage }: { storage: ObjectStore },
  image: DerivableImage,
  what: Derivative,
): Promise<boolean> {
  const { id, generation, generation_of, file_version } = image
  const isCorrected = image.rotation !== 0 || image.mirror !== 'none'
  if (what === 'corrected' && !isCorrected) return false
  if (generation === null || generation_of !== file_version) return true
  if (what === 'corrected' && image.generation_corrected === 0) return true
  return (await storage.stat(derivativeKey(id, generation, what))) === undefined
}

async function areTilesMissing(
  { storage }: { storage: ObjectStore },
  { id, picture, tiles_generation: generation, tiles_of }: TileableImage,
): Promise<boolean> {
  if (generation === null || tiles_of !== picture) return true
  return (await storage.stat(tileFileKey(id, generation))) === undefined
}
