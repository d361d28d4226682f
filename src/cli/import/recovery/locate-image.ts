import { z } from 'zod'
import { CatalogError } from '../../../core/errors.ts'
import type { Api } from '../../api.ts'
import type { Cli } from '../../cli.ts'
import { fetchCollection } from '../check/collections.ts'
import type { ImageMetadata } from '../check/check-metadata.ts'
import type { Journal } from '../journal/journal.ts'
import type { Answer } from '../journal/protocol.ts'
import { isOfOtherImport } from '../journal/other-imports.ts'
import { computeContentFingerprint, type JournalRow } from '../journal/journal-row.ts'
import { serverTime } from '../transfer/server-time.ts'
import { fetchDigest } from './stored-bytes.ts'

type LocateAnswer = Extract<Answer, { to: 'locate' }>

const PAGES = 50

/** What is looked at of an image in a list. */
const listed = z.object({
  id: z.int(),
  title: z.string(),
  original_date: z.string(),
  creator: z.string(),
})

type Listed = z.infer<typeof listed>

const listPage = z.object({ next: z.string().nullable(), results: z.array(listed) })

const detail = listed.extend({
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
type Detail = z.infer<typeof detail>

export interface SearchContext {
  cli: Cli
  api: Api
  journal: Journal
  /** Ends it. */
  signal: AbortSignal
  /** Images that other rows of this run have been given. */
  claimedImages: Set<number>
}

/** Looks for the image that a row's commit may have made: by its words, and then by its bytes. */
export async function locateImage(search: SearchContext, row: JournalRow): Promise<LocateAnswer> {
  const { image } = row
  if (image.replaces !== undefined) return await locateReplaced(search, row, image.replaces)
  const { candidates, at } = await findCandidates(search, row)
  if (candidates.length > 0) return chooseCandidate(search, row, candidates)
  return (await isCollectionVisible(search, image.collection))
    ? { to: 'locate', is: 'absent', at }
    : { to: 'locate', is: 'hidden', at }
}

/** Of rows that are alike each takes another image; more images than such rows are nobody's to choose from. */
function chooseCandidate(
  { journal, claimedImages }: SearchContext,
  row: JournalRow,
  candidates: number[],
): LocateAnswer {
  const alike = journal
    .findInDoubt(row.record.sha256 ?? '', row.image.collection)
    .filter((other) => computeContentFingerprint(other) === computeContentFingerprint(row))
  const free = candidates.filter((id) => !claimedImages.has(id))
  const [imageId] = free
  if (imageId !== undefined && candidates.length <= Math.max(1, alike.length)) {
    claimedImages.add(imageId)
    return { to: 'locate', is: 'found', imageId }
  }
  const message = `Several images match this row: ${candidates.join(', ')}. Choose one with: catalog import resolve`
  return { to: 'locate', is: 'ambiguous', problem: { code: 'commit.ambiguous', message } }
}

/** The newest images of the collection that were not there before, that no other row has, and that fit. */
async function findCandidates(
  search: SearchContext,
  row: JournalRow,
): Promise<{ candidates: number[]; at: number }> {
  const { image, record } = row
  const query = new URLSearchParams({
    collection: String(image.collection),
    ordering: '-created_at',
    page_size: '100',
    // Where the instance knows this filter it leaves little to look at, elsewhere it is ignored.
    ...(record.sha256 !== null && { sha256: record.sha256 }),
  })
  const first = `/api/v2/images/?${query.toString()}`
  const candidates: number[] = []
  const at = await visitNewerImages(search, first, record.newestImageBefore ?? 0, async (found) => {
    if (hasListedMetadata(found, row) && (await matchesRow(search, row, found.id)))
      candidates.push(found.id)
  })
  const free: number[] = []
  for (const id of candidates) if (!(await isTaken(search, id))) free.push(id)
  return { candidates: free.sort((one, other) => one - other), at }
}

/** The same picture with the same words may have been imported from here on purpose, by another manifest. */
async function isTaken({ cli, journal }: SearchContext, imageId: number): Promise<boolean> {
  if (journal.findByImage(imageId) !== undefined) return true
  return await isOfOtherImport(cli.env, journal, imageId)
}

/**
 * Goes through a list from its newest image back to one that was there before.
 * @returns the instance's time of the first page
 */
async function visitNewerImages(
  { api }: Pick<SearchContext, 'api'>,
  first: string,
  newestBefore: number,
  look: (found: Listed) => Promise<void>,
): Promise<number> {
  let at: number | undefined
  let path: string | undefined = first
  for (let page = 0; path !== undefined && page < PAGES; page += 1) {
    const { next, results }: z.infer<typeof listPage> = await api.get(path, listPage, (answer) => {
      at ??= serverTime(answer.headers)
    })
    const newer = results.filter(({ id }) => id > newestBefore)
    for (const found of newer) await look(found)
    path = next !== null && newer.length > 0 ? pathOf(api, next) : undefined
  }
  if (path === undefined) return at ?? 0
  const message = `The collection has too many new images to search (more than ${PAGES} pages).`
  throw new CatalogError('unavailable', message, { code: 'commit.unsettled' })
}

function pathOf({ url }: Api, next: string): string {
  const { pathname, search } = new URL(next, url)
  const base = new URL(url).pathname.replace(/\/$/, '')
  return pathname.slice(base.length) + search
}

/** The words of the commit that may have been done. */
function sentMetadata(row: JournalRow): ImageMetadata {
  const { body } = row.record
  return body === null ? row.image.metadata : (JSON.parse(body) as ImageMetadata)
}

function hasListedMetadata(candidate: Listed, row: JournalRow): boolean {
  const sent = sentMetadata(row)
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
    hasMetadata(found, sentMetadata(row)) &&
    (await hasBytes(search, found, row))
  )
}

async function fetchDetail(api: Api, id: number): Promise<Detail | undefined> {
  try {
    return await api.get(`/api/v2/images/${id}/`, detail)
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'not_found') return undefined
    throw error
  }
}

/** An optional word that was not sent reads as empty. */
function hasMetadata(found: Detail, sent: ImageMetadata): boolean {
  const pairs = [
    [found.edtf_date, sent.edtf_date],
    [found.original_url, sent.source_url ?? ''],
    [found.description, sent.description ?? ''],
    [found.license?.name.toLowerCase() ?? '', sent.license_name?.toLowerCase() ?? ''],
    [found.rotation, sent.rotation ?? 0],
    [found.mirror, sent.mirror ?? 'none'],
    [found.subjects.map(({ slug }) => slug).join('|'), [...new Set(sent.subjects)].join('|')],
  ]
  return pairs.every(([one, other]) => one === other)
}

/** The instance may tell the digest; otherwise the file itself does. */
async function hasBytes(
  { cli, api, signal }: Pick<SearchContext, 'cli' | 'api' | 'signal'>,
  found: Detail,
  row: JournalRow,
): Promise<boolean> {
  if (found.sha256) return found.sha256 === row.record.sha256
  const address = originalAddress(found, api)
  return (
    address !== undefined && (await fetchDigest({ ...cli, signal }, address)) === row.record.sha256
  )
}

/** A corrected picture has other bytes at its permalink than were sent. */
function originalAddress(
  { permalink, rotation, mirror }: Detail,
  { url }: Api,
): string | undefined {
  const untouched = rotation === 0 && mirror === 'none'
  return permalink !== null && untouched ? new URL(permalink, url).href : undefined
}

/** An image that may be a row's. */
export interface SimilarImage {
  image_id: number
  title: string
  /** Whether its file is the one that was sent. */
  same_bytes: boolean
  same_words: boolean
  address: string
}

/** Newer images of a row's collection that have its title or its bytes, for a person to choose from. */
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
    const found = title === sentMetadata(row).title ? await fetchDetail(api, id) : undefined
    if (found === undefined) return
    similar.push({
      image_id: id,
      title,
      same_bytes: await hasBytes({ cli, api, signal }, found, row),
      same_words: hasMetadata(found, sentMetadata(row)),
      address: `${api.url}/api/v2/images/${id}/`,
    })
  })
  return similar
}

/** For what takes the place of another file it is enough that the bytes are there. */
async function locateReplaced(
  search: SearchContext,
  row: JournalRow,
  id: number,
): Promise<LocateAnswer> {
  let at = 0
  const found = await search.api
    .get(`/api/v2/images/${id}/`, detail, (answer) => {
      at = serverTime(answer.headers)
    })
    .catch(absentIfNotFound)
  if (found === undefined) return { to: 'locate', is: 'hidden', at }
  return (await hasBytes(search, found, row))
    ? { to: 'locate', is: 'found', imageId: id }
    : { to: 'locate', is: 'absent', at }
}

function absentIfNotFound(error: unknown): undefined {
  if (error instanceof CatalogError && error.kind === 'not_found') return undefined
  throw error
}

/** Where nothing of a collection is shown to us, not finding an image means nothing. */
async function isCollectionVisible(
  { api, journal }: SearchContext,
  collection: number,
): Promise<boolean> {
  const known = journal.findImageInCollection(collection)
  if (known !== undefined) return (await fetchDetail(api, known)) !== undefined
  return (await fetchCollection(api, collection)) !== undefined
}

/** The newest image of a collection that can be seen now; 0 when there is none. */
export async function fetchNewestImageId(api: Api, collection: number): Promise<number> {
  const path = `/api/v2/images/?collection=${collection}&ordering=-created_at&page_size=1`
  const { results } = await api.get(path, listPage)
  return results[0]?.id ?? 0
}
