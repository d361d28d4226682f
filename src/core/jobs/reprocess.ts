import type { Services } from '../services.ts'
import {
  listDerivableImages,
  type DerivableImage,
  type ImageSelection,
} from '../queries/derivable-images.ts'
import { enqueueDerivations } from './queue/retry.ts'
import { notFound } from '../errors.ts'
import { derivativeKey, type Derivative } from '../storage/keys.ts'

/** Images per batch: held in memory and written in one transaction. */
const BATCH_SIZE = 1000

/** Files checked concurrently. */
const CHECKED_AT_ONCE = 16

export interface Reprocessing extends ImageSelection {
  /** The derived image to check. All derived images of an image are generated together. */
  what: Derivative
  /** Select only images whose derived image is missing from the store or of an older file. */
  missing?: boolean
}

export interface Reprocessed {
  /** Number of selected images. */
  images: number
  /** Number of enqueued jobs. The other images have a job in the queue already. */
  queued: number
}

/**
 * Enqueues jobs that regenerate the derived images of the selected images, at the lowest priority and in batches.
 * Idempotent: an image with a waiting job gets no second one.
 * @throws CatalogError kind `not_found` if a given image does not exist or has no file
 */
export async function reprocess(
  catalog: Pick<Services, 'clock' | 'reads' | 'storage' | 'write'>,
  { what, missing, ...selection }: Reprocessing,
  signal?: AbortSignal,
): Promise<Reprocessed> {
  await requireImages(catalog, selection.ids ?? [])
  const total = { images: 0, queued: 0 }
  const next = (after: number) =>
    listDerivableImages(catalog.reads, selection, { after, limit: BATCH_SIZE })
  const isStopped = (): boolean => signal?.aborted ?? false
  let batch = await next(0)
  while (batch.length > 0 && !isStopped()) {
    const selected = missing ? await findMissing(catalog, batch, what) : batch
    const ids = selected.map(({ id }) => id)
    total.images += ids.length
    total.queued += await enqueue(catalog, ids)
    batch = await next(batch.at(-1)?.id ?? Infinity)
  }
  return total
}

function enqueue(
  { write, clock }: Pick<Services, 'clock' | 'write'>,
  ids: number[],
): Promise<number> {
  if (ids.length === 0) return Promise.resolve(0)
  return write((tx) => enqueueDerivations(tx, ids, clock.now()))
}

async function requireImages(
  { reads }: Pick<Services, 'reads'>,
  ids: readonly number[],
): Promise<void> {
  const limit = ids.length
  const found = await listDerivableImages(reads, { ids }, { after: 0, limit })
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  throw notFound(`There is no image ${unknown.join(', ')}, or it has no file.`)
}

async function findMissing(
  catalog: Pick<Services, 'storage'>,
  images: DerivableImage[],
  what: Derivative,
): Promise<DerivableImage[]> {
  const found: DerivableImage[] = []
  for (let start = 0; start < images.length; start += CHECKED_AT_ONCE) {
    const batch = images.slice(start, start + CHECKED_AT_ONCE)
    const missing = await Promise.all(batch.map((image) => isMissing(catalog, image, what)))
    found.push(...batch.filter((_, index) => missing[index]))
  }
  return found
}

async function isMissing(
  { storage }: Pick<Services, 'storage'>,
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
