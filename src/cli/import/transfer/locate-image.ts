import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import type { Cli } from '../../cli.ts'
import { fetchCollection } from '../check/collections.ts'
import type { ImageMetadata } from '../check/check-metadata.ts'
import type { JournalReader } from '../journal/journal-reader.ts'
import type { Answer } from '../journal/row-state-machine.ts'
import { isOfOtherImport } from '../journal/import-registry.ts'
import {
  computeContentFingerprint,
  readSentMetadata,
  type JournalRow,
} from '../journal/journal-row.ts'
import { readServerTime } from './server-time.ts'
import { fetchDigest, findOriginalUrl } from './stored-bytes.ts'

type LocateAnswer = Extract<Answer, { to: 'locate' }>

const MAX_PAGES = 50

/** Members of an image in `GET /api/v2/images/`. */
const listedImage = z.object({
  id: z.int(),
  title: z.string(),
  original_date: z.string(),
  creator: z.string(),
})

type ListedImage = z.infer<typeof listedImage>

const listPage = z.object({ next: z.string().nullable(), results: z.array(listedImage) })

const imageDetail = listedImage.extend({
  permalink: z.string().nullable(),
  original_url: z.string(),
  description: z.string(),
  edtf_date: z.string(),
  license: z.object({ name: z.string() }).nullish(),
  subjects: z.array(z.object({ slug: z.string() })),
  rotation: z.int(),
  mirror: z.string(),
  sha256: z.string().nullish(),
})
type ImageDetail = z.infer<typeof imageDetail>

export interface SearchContext {
  cli: Cli
  api: Api
  journal: JournalReader
  signal: AbortSignal
  /** Images that this run has already assigned to rows. */
  claimedImages: Set<number>
}

/** Searches for the image that a row's commit may have created, by its metadata and then by its file. */
export async function locateImage(search: SearchContext, row: JournalRow): Promise<LocateAnswer> {
  const { image } = row
  if (image.replaces !== undefined) return await locateReplaced(search, row, image.replaces)
  const { candidates, at } = await findCandidates(search, row)
  if (candidates.length > 0) return chooseCandidate(search, row, candidates)
  return (await isCollectionVisible(search, image.collection))
    ? { to: 'locate', is: 'absent', at }
    : { to: 'locate', is: 'hidden', at }
}

/** Equal rows take one image each. If there are more images than equal rows, the user must choose. */
function chooseCandidate(
  { journal, claimedImages }: SearchContext,
  row: JournalRow,
  candidates: number[],
): LocateAnswer {
  const fingerprint = computeContentFingerprint(row)
  const equalRows = [...journal.readRowsInDoubt()].filter(
    (other) => other.record.sha256 !== null && computeContentFingerprint(other) === fingerprint,
  )
  const free = candidates.filter((id) => !claimedImages.has(id))
  const [imageId] = free
  if (imageId !== undefined && candidates.length <= Math.max(1, equalRows.length)) {
    claimedImages.add(imageId)
    return { to: 'locate', is: 'found', imageId }
  }
  const message = `Several images match this row: ${candidates.join(', ')}. Choose one with: catalog import resolve`
  return { to: 'locate', is: 'ambiguous', problem: { code: 'commit.ambiguous', message } }
}

/** Finds images that match the row, are newer than its slot and belong to no other row. */
async function findCandidates(
  search: SearchContext,
  row: JournalRow,
): Promise<{ candidates: number[]; at: number }> {
  const { image, record } = row
  const query = new URLSearchParams({
    collection: String(image.collection),
    ordering: '-created_at',
    page_size: '100',
    // An extension; an instance without it ignores the filter.
    ...(record.sha256 !== null && { sha256: record.sha256 }),
  })
  const first = `/api/v2/images/?${query.toString()}`
  const candidates: number[] = []
  const at = await visitNewerImages(search, first, record.newestImageBefore ?? 0, async (found) => {
    if (matchesListedMetadata(found, row) && (await matchesRow(search, row, found.id)))
      candidates.push(found.id)
  })
  const free: number[] = []
  for (const id of candidates) if (!(await isOtherRowsImage(search, id))) free.push(id)
  return { candidates: free.sort((one, other) => one - other), at }
}

/** Another manifest of this computer may have imported the same file with the same metadata on purpose. */
async function isOtherRowsImage(
  { cli, journal }: SearchContext,
  imageId: number,
): Promise<boolean> {
  if (journal.findByImage(imageId) !== undefined) return true
  return await isOfOtherImport(cli.env, journal, imageId)
}

/**
 * Visits the images of a list, newest first, up to an image that existed before.
 * @returns the server's time at the first page, in seconds since the epoch
 */
async function visitNewerImages(
  { api }: Pick<SearchContext, 'api'>,
  first: string,
  newestBefore: number,
  visit: (found: ListedImage) => Promise<void>,
): Promise<number> {
  let at: number | undefined
  let path: string | undefined = first
  for (let page = 0; path !== undefined && page < MAX_PAGES; page += 1) {
    const { next, results }: z.infer<typeof listPage> = await api.get(path, listPage, (answer) => {
      at ??= readServerTime(answer.headers)
    })
    const newer = results.filter(({ id }) => id > newestBefore)
    for (const found of newer) await visit(found)
    path = next !== null && newer.length > 0 ? toApiPath(api, next) : undefined
  }
  if (path === undefined) return at ?? 0
  const message = `The collection has too many new images to search (more than ${MAX_PAGES} pages).`
  throw new CatalogError('unavailable', message, { code: 'commit.unsettled' })
}

function toApiPath({ url }: Api, next: string): string {
  const { pathname, search } = new URL(next, url)
  const base = new URL(url).pathname.replace(/\/$/, '')
  return pathname.slice(base.length) + search
}

function matchesListedMetadata(candidate: ListedImage, row: JournalRow): boolean {
  const sent = readSentMetadata(row)
  return (
    candidate.title === sent.title &&
    candidate.original_date === sent.original_date &&
    candidate.creator === (sent.creator ?? '')
  )
}

async function matchesRow(search: SearchContext, row: JournalRow, id: number): Promise<boolean> {
  const found = await fetchDetail(search.api, id)
  return (
    found !== undefined &&
    matchesMetadata(found, readSentMetadata(row)) &&
    (await matchesFile(search, found, row))
  )
}

async function fetchDetail(api: Api, id: number): Promise<ImageDetail | undefined> {
  try {
    return await api.get(`/api/v2/images/${id}/`, imageDetail)
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'not_found') return undefined
    throw error
  }
}

/** Optional members that were not sent read as empty. */
function matchesMetadata(found: ImageDetail, sent: ImageMetadata): boolean {
  const pairs = [
    [found.edtf_date, sent.edtf_date],
    [found.original_url, sent.source_url ?? ''],
    [found.description, sent.description ?? ''],
    [found.license?.name.toLowerCase() ?? '', sent.license_name?.toLowerCase() ?? ''],
    [found.rotation, sent.rotation ?? 0],
    [found.mirror, sent.mirror ?? 'none'],
    [found.subjects.map(({ slug }) => slug).join('|'), [...new Set(sent.subjects)].join('|')],
  ]
  return pairs.every(([actual, expected]) => actual === expected)
}

/** Compares the digest that the instance reports, or else the digest of the stored file. */
async function matchesFile(
  { cli, api, signal }: Pick<SearchContext, 'cli' | 'api' | 'signal'>,
  found: ImageDetail,
  row: JournalRow,
): Promise<boolean> {
  if (found.sha256) return found.sha256 === row.record.sha256
  const url = findOriginalUrl(found.permalink, api.url)
  return url !== undefined && (await fetchDigest({ ...cli, signal }, url)) === row.record.sha256
}

/** An image that an undecided row may have created. */
export interface SimilarImage {
  image_id: number
  title: string
  /** Whether its file has the digest of the file that was sent. */
  same_bytes: boolean
  /** Whether its metadata equals the metadata that was sent. */
  same_words: boolean
  address: string
}

/** Newer images of the row's collection with the title of the row, for the user to choose from. */
export async function findSimilarImages(
  { cli, api, signal }: Pick<SearchContext, 'cli' | 'api' | 'signal'>,
  row: JournalRow,
): Promise<SimilarImage[]> {
  const { image, record } = row
  const query = new URLSearchParams({
    collection: String(image.collection),
    ordering: '-created_at',
    page_size: '100',
  })
  const similar: SimilarImage[] = []
  const first = `/api/v2/images/?${query.toString()}`
  await visitNewerImages({ api }, first, record.newestImageBefore ?? 0, async ({ id, title }) => {
    const found = title === readSentMetadata(row).title ? await fetchDetail(api, id) : undefined
    if (found === undefined) return
    similar.push({
      image_id: id,
      title,
      same_bytes: await matchesFile({ cli, api, signal }, found, row),
      same_words: matchesMetadata(found, readSentMetadata(row)),
      address: `${api.url}/api/v2/images/${id}/`,
    })
  })
  return similar
}

/** A replacement has succeeded if the image has the row's file. */
async function locateReplaced(
  search: SearchContext,
  row: JournalRow,
  id: number,
): Promise<LocateAnswer> {
  let at = 0
  const found = await search.api
    .get(`/api/v2/images/${id}/`, imageDetail, (answer) => {
      at = readServerTime(answer.headers)
    })
    .catch(absentIfNotFound)
  if (found === undefined) return { to: 'locate', is: 'hidden', at }
  return (await matchesFile(search, found, row))
    ? { to: 'locate', is: 'found', imageId: id }
    : { to: 'locate', is: 'absent', at }
}

function absentIfNotFound(error: unknown): undefined {
  if (error instanceof CatalogError && error.kind === 'not_found') return undefined
  throw error
}

/** Only in a visible collection does a search without results prove that there is no image. */
async function isCollectionVisible(
  { api, journal }: SearchContext,
  collection: number,
): Promise<boolean> {
  const known = journal.findImageInCollection(collection)
  if (known !== undefined) return (await fetchDetail(api, known)) !== undefined
  return (await fetchCollection(api, collection)) !== undefined
}

/** The id of the newest visible image of a collection; 0 if there is none. */
export async function fetchNewestImageId(api: Api, collection: number): Promise<number> {
  const path = `/api/v2/images/?collection=${collection}&ordering=-created_at&page_size=1`
  const { results } = await api.get(path, listPage)
  return results[0]?.id ?? 0
}
