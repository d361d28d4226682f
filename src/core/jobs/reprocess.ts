import type { Services } from '../services.ts'
import {
  nextDerivableImages,
  type DerivableImage,
  type ImageSelection,
} from '../queries/derivable-images.ts'
import { enqueueDerivations } from './queue/retry.ts'
import { notFound } from '../errors.ts'
import { derivativeKey, type Derivative } from '../storage/keys.ts'

/** Images per batch: held in memory and written in one transaction. */
const AT_ONCE = 1000

/** Files checked concurrently. */
const LOOKS_AT_ONCE = 16

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
    nextDerivableImages(catalog.reads, selection, { after, limit: AT_ONCE })
  const isStopped = (): boolean => signal?.aborted ?? false
  let slice = await next(0)
  while (slice.length > 0 && !isStopped()) {
    const chosen = missing ? await lacking(catalog, slice, what) : slice
    const ids = chosen.map(({ id }) => id)
    total.images += ids.length
    total.queued += await queue(catalog, ids)
    slice = await next(slice.at(-1)?.id ?? Infinity)
  }
  return total
}

function queue(
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
  const found = await nextDerivableImages(reads, { ids }, { after: 0, limit })
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  throw notFound(`There is no image ${unknown.join(', ')}, or it has no file.`)
}

async function lacking(
  catalog: Pick<Services, 'storage'>,
  images: DerivableImage[],
  what: Derivative,
): Promise<DerivableImage[]> {
  const lacking: DerivableImage[] = []
  for (let at = 0; at < images.length; at += LOOKS_AT_ONCE) {
    const few = images.slice(at, at + LOOKS_AT_ONCE)
    const lacks = await Promise.all(few.map((image) => lacksPicture(catalog, image, what)))
    lacking.push(...few.filter((_, index) => lacks[index]))
  }
  return lacking
}

async function lacksPicture(
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
