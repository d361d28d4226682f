import pLimit from 'p-limit'
import type { Api } from '../../../api.ts'
import type { PlannedImage } from '../planned-image.ts'
import { searchImages, fetchCollectionOverview, type CollectionOverview } from './search-images.ts'

/** Rows that are looked up together. */
const BATCH = 100

/** Files that are read at the same time. */
const FILES_AT_ONCE = 4

/** A row whose image may be in its collection already. */
export interface CandidateRow {
  image: Pick<PlannedImage, 'collection' | 'metadata'>
  /** SHA-256 of its file, in hexadecimal; undefined when the file cannot be read. */
  digest(): Promise<string | undefined>
}

/** An image of a row's collection that this import has not made. */
export interface ExistingImage {
  id: number
  title: string
  by: 'reference_id' | 'sha256'
  /** Whether the row counts as imported: the same reference, or the same bytes under the same title. */
  isSame: boolean
}

export interface LookupOptions<Row extends CandidateRow> {
  api: Api
  /** Whether this import has made the image itself. */
  isOwn: (imageId: number) => boolean
  /** References that several rows name: they tell no row from another. */
  sharedReferences: ReadonlySet<string>
  /** Rows that are not there yet after which no more are looked up. */
  limit: number
  onFound: (row: Row, existing: ExistingImage) => void
  /** Told when a row has been looked up. */
  onRow: (row: Row) => void
}

/** Rows of one collection that wait to be looked up together. */
interface Batch<Row> extends CollectionOverview {
  collection: number
  rows: Row[]
}

/**
 * Looks up which rows are in their collection already, in batches of rows.
 * @returns false when the instance cannot be asked
 */
export async function findExistingImages<Row extends CandidateRow>(
  finder: LookupOptions<Row>,
  rows: Iterable<Row>,
): Promise<boolean> {
  const batches = new Map<number, Batch<Row>>()
  let remaining = finder.limit
  for (const row of rows) {
    const { collection } = row.image
    const batch = batches.get(collection) ?? (await openBatch<Row>(finder.api, collection))
    batches.set(collection, batch)
    if (!batch.canSearch) return false
    batch.rows.push(row)
    remaining -= 1
    if (batch.rows.length === BATCH || remaining === 0) remaining += await lookUp(finder, batch)
    if (remaining === 0) break
  }
  for (const batch of batches.values()) await lookUp(finder, batch)
  return true
}

async function openBatch<Row>(api: Api, collection: number): Promise<Batch<Row>> {
  return { ...(await fetchCollectionOverview(api, collection)), collection, rows: [] }
}

/** @returns how many of the rows are there */
async function lookUp<Row extends CandidateRow>(
  finder: LookupOptions<Row>,
  { collection, images, rows: waiting }: Batch<Row>,
): Promise<number> {
  const rows = waiting.splice(0)
  const found =
    images === 0 ? new Map<Row, ExistingImage>() : await matchBatch(finder, collection, rows)
  for (const row of rows) {
    const existing = found.get(row)
    if (existing) finder.onFound(row, existing)
    finder.onRow(row)
  }
  return [...found.values()].filter(({ isSame }) => isSame).length
}

/** Files are only read of rows whose reference is not there. */
async function matchBatch<Row extends CandidateRow>(
  finder: LookupOptions<Row>,
  collection: number,
  rows: readonly Row[],
): Promise<Map<Row, ExistingImage>> {
  const found = await matchByReference(finder, collection, rows)
  const others = rows.filter((row) => !found.has(row))
  return new Map([...found, ...(await matchByContent(finder, collection, others))])
}

async function matchByReference<Row extends CandidateRow>(
  { api, isOwn, sharedReferences }: LookupOptions<Row>,
  collection: number,
  batch: readonly Row[],
): Promise<Map<Row, ExistingImage>> {
  const found = new Map<Row, ExistingImage>()
  const rowOf = new Map<string, Row>()
  for (const row of batch) {
    const { reference_id: reference } = row.image.metadata
    if (reference !== undefined && !sharedReferences.has(reference)) rowOf.set(reference, row)
  }
  await searchImages(api, {
    collection,
    filter: 'reference_id',
    values: [...rowOf.keys()],
    take({ id, title }, reference) {
      const row = rowOf.get(reference)
      if (row === undefined || isOwn(id)) return false
      found.set(row, { id, title, by: 'reference_id', isSame: true })
      return true
    },
  })
  return found
}

async function matchByContent<Row extends CandidateRow>(
  { api, isOwn }: LookupOptions<Row>,
  collection: number,
  batch: readonly Row[],
): Promise<Map<Row, ExistingImage>> {
  const found = new Map<Row, ExistingImage>()
  const withDigest = await pLimit(FILES_AT_ONCE).map([...batch], async (row) => ({
    row,
    sha256: await row.digest(),
  }))
  const rowsOf = Map.groupBy(withDigest, ({ sha256 }) => sha256 ?? '')
  rowsOf.delete('')
  await searchImages(api, {
    collection,
    filter: 'sha256',
    values: [...rowsOf.keys()],
    take({ id, title }, sha256) {
      const rows = rowsOf.get(sha256)?.map(({ row }) => row) ?? []
      if (isOwn(id)) return false
      for (const row of rows) {
        const isSame = row.image.metadata.title === title
        if (found.get(row)?.isSame !== true) found.set(row, { id, title, by: 'sha256', isSame })
      }
      return rows.every((row) => found.get(row)?.isSame)
    },
  })
  return found
}
