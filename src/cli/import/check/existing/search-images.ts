import { z } from 'zod'
import { MAX_FILTER_VALUES } from '../../../../core/limits.ts'
import type { Api } from '../../../api.ts'

/** What is read of an image in a list that an importer is shown. */
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

/** Filters of the list of images that take several values. */
export type ManyValuesFilter = 'reference_id' | 'sha256'

/** Longest list of values in one request; proxies commonly refuse addresses beyond 8 kB. */
const MAX_ENCODED_LENGTH = 6000

/** Pages that are read for one list of values before its remaining values count as not found. */
const MAX_PAGES = 20

/** What the instance says about a collection before single images are looked up. */
export interface CollectionOverview {
  /** Whether the filters take several values, so that images can be looked up at all. */
  canSearch: boolean
  images: number
}

export async function fetchCollectionOverview(
  api: Api,
  collection: number,
): Promise<CollectionOverview> {
  let features: string[] = []
  const path = `/api/v2/images/?${new URLSearchParams({ collection: String(collection), page_size: '1' }).toString()}`
  const { count } = await api.get(path, z.object({ count: z.int() }), ({ headers }) => {
    features = (headers['catalog-features'] ?? '').split(',').map((name) => name.trim())
  })
  return { canSearch: features.includes('many-values'), images: count }
}

export interface ImageSearch {
  collection: number
  filter: ManyValuesFilter
  values: readonly string[]
  /** Given each image that has one of the values; returns true once this value needs no more images. */
  take: (image: ListedImage, value: string) => boolean
}

/** Looks up the images of a collection that have one of these values, many values a request. */
export async function searchImages(api: Api, search: ImageSearch): Promise<void> {
  for (const values of splitIntoChunks(search.values)) await searchChunk(api, { ...search, values })
}

/** Values that are settled leave the list, so that the images of one value never hide those of another. */
async function searchChunk(api: Api, { values, ...search }: ImageSearch): Promise<void> {
  const open = new Set(values)
  let page = 1
  for (let pages = 0; open.size > 0 && pages < MAX_PAGES; pages += 1) {
    const { results, next } = await api.get(buildPath(search, [...open], page), imagePage)
    const settled = results.filter((image) => settles(search, image, open))
    if (next === null) return
    page = settled.length > 0 ? 1 : page + 1
  }
}

/** An image of another collection, or with another value, is what an instance without the filter answers. */
function settles(
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
    // The query string encodes the encoded list once more.
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
