import { z } from 'zod'
import { CatalogError } from '../../../../core/base/errors.ts'
import { MAX_PAGE_SIZE } from '../../../../core/base/limits.ts'
import { PROCESSING_STATES } from '../../../../core/model/processing.ts'
import type { Api } from '../../../client/api.ts'
import { readFeatures } from '../../../client/features.ts'
import { mapInOrder } from '../../../client/map-in-order.ts'

const pictureOfImage = z.object({
  id: z.int(),
  processing: z.enum(PROCESSING_STATES).nullish(),
  processing_reason: z.string().nullish(),
})

const imagePage = z.object({ results: z.array(pictureOfImage) })

export type Picture = Omit<z.infer<typeof pictureOfImage>, 'id'>

/** Processing states by image id. Images that do not exist are absent. */
export type Pictures = ReadonlyMap<number, Picture>

const CONCURRENCY = 4

/**
 * Fetches the processing states of images, in batches.
 * @throws CatalogError kind `unsupported` if the instance lacks the feature, `forbidden` if the caller is not
 *   an importer
 */
export async function fetchPictures(api: Api, ids: readonly number[]): Promise<Pictures> {
  const pictures = new Map<number, Picture>()
  const batches = Array.from({ length: Math.ceil(ids.length / MAX_PAGE_SIZE) }, (_, n) =>
    ids.slice(n * MAX_PAGE_SIZE, (n + 1) * MAX_PAGE_SIZE),
  )
  for await (const images of mapInOrder(batches, CONCURRENCY, (batch) => fetchBatch(api, batch))) {
    for (const { id, ...picture } of images) pictures.set(id, picture)
  }
  return pictures
}

async function fetchBatch(api: Api, ids: readonly number[]) {
  let features: string[] = []
  const query = new URLSearchParams({ id: ids.join(','), page_size: String(MAX_PAGE_SIZE) })
  const { results } = await api.get(
    `/api/v2/images/?${query.toString()}`,
    imagePage,
    (response) => {
      features = readFeatures(response)
    },
  )
  if (!features.includes('processing')) {
    throw new CatalogError('unsupported', `${api.url} does not report the processing of pictures.`)
  }
  if (results.some(({ processing }) => processing === undefined)) {
    throw new CatalogError('forbidden', 'Only importers can see the processing of pictures.')
  }
  return results
}
