import { z } from 'zod'
import { MAX_FILTER_VALUES } from '../../../../core/base/limits.ts'
import type { Api } from '../../../client/api.ts'
import { readFeatures } from '../../../client/features.ts'

/** `reference_id` and `sha256` are visible to importers only. */
const listedImage = z.object({
  id: z.int(),
  title: z.string(),
  collection: z.object({ id: z.int() }),
  reference_id: z.string().nullish(),
  sha256: z.string().nullish(),
})
export type ListedImage = z.infer<typeof listedImage>

const imagePage = z.object({
  count: z.int(),
  next: z.string().nullable(),
  results: z.array(listedImage),
})

/** Filters of the image list that accept several values. */
export type MultiValueFilter = 'reference_id' | 'sha256'

/** Limit of the value list in a URL: many proxies reject URLs longer than 8 kB. */
const MAX_ENCODED_LENGTH = 6000

/** After this number of pages, the remaining values count as not found. */
const MAX_PAGES = 20

export interface CollectionOverview {
  /** Whether the instance supports filters with several values. */
  canSearch: boolean
  /** Number of images. */
  images: number
}

export async function fetchCollectionOverview(
  api: Api,
  collection: number,
): Promise<CollectionOverview> {
  let features: string[] = []
  const path = `/api/v2/images/?${new URLSearchParams({ collection: String(collection), page_size: '1' }).toString()}`
  const { count } = await api.get(path, z.object({ count: z.int() }), (response) => {
    features = readFeatures(response)
  })
  return { canSearch: features.includes('many-values'), images: count }
}

export interface ImageSearch {
  collection: number
  filter: MultiValueFilter
  values: readonly string[]
  /** Called with each image that has one of the values. Returns true if the value needs no more images. */
  take: (image: ListedImage, value: string) => boolean
}

/** Finds the images of a collection that have one of these values. */
export async function searchImages(api: Api, search: ImageSearch): Promise<void> {
  for (const values of splitIntoChunks(search.values)) await searchChunk(api, { ...search, values })
}

/** Drops values that need no more images, so that they do not crowd out the images of other values. */
async function searchChunk(api: Api, { values, ...search }: ImageSearch): Promise<void> {
  const open = new Set(values)
  let page = 1
  for (let pages = 0; open.size > 0 && pages < MAX_PAGES; pages += 1) {
    const { results, next } = await api.get(buildPath(search, [...open], page), imagePage)
    const completing = results.filter((image) => completesValue(search, image, open))
    if (next === null) return
    page = completing.length > 0 ? 1 : page + 1
  }
}

/** Ignores images with other values: an instance without the filter returns any image. */
function completesValue(
  { collection, filter, take }: Omit<ImageSearch, 'values'>,
  image: ListedImage,
  open: Set<string>,
): boolean {
  const value = image[filter]
  if (typeof value !== 'string' || image.collection.id !== collection || !open.has(value))
    return false
  return take(image, value) && open.delete(value)
}

function buildPath(
  { collection, filter }: Omit<ImageSearch, 'values'>,
  values: readonly string[],
  page: number,
): string {
  const query = new URLSearchParams({
    collection: String(collection),
    [filter]: values.map(encodeURIComponent).join(','),
    ordering: 'created_at',
    page: String(page),
    page_size: '100',
  })
  return `/api/v2/images/?${query.toString()}`
}

function* splitIntoChunks(values: readonly string[]): Generator<string[]> {
  let chunk: string[] = []
  let length = 0
  for (const value of values) {
    // The query string encodes the encoded values once more.
    const size = encodeURIComponent(`${encodeURIComponent(value)},`).length
    if (
      chunk.length === MAX_FILTER_VALUES ||
      (chunk.length > 0 && length + size > MAX_ENCODED_LENGTH)
    ) {
      yield chunk
      chunk = []
      length = 0
    }
    chunk.push(value)
    length += size
  }
  if (chunk.length > 0) yield chunk
}
