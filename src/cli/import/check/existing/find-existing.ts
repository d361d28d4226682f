import type { Api } from '../../../client/api.ts'
import { mapInOrder } from '../../../client/map-in-order.ts'
import type { JournalRow } from '../../journal/journal-row.ts'
import {
  searchImages,
  fetchCollectionOverview,
  type CollectionOverview,
  type ListedImage,
} from './search-images.ts'

/** Rows per lookup. */
const BATCH_SIZE = 100

const FILES_AT_ONCE = 4

/** An image of a row's collection that another import created. */
export interface ExistingImage {
  id: number
  title: string
  by: 'reference_id' | 'sha256'
  /** Whether the row counts as imported: the same reference, or the same bytes under the same title. */
  isSame: boolean
}

export interface LookupOptions {
  api: Api
  /** Whether this import created the image, or may have created it. */
  isOwn: (image: ListedImage) => boolean
  /** References that several rows name, which therefore do not identify a row. */
  sharedReferences: ReadonlySet<string>
  /** Stops after this number of rows without an existing image. */
  limit: number
  /** Returns the SHA-256 of the row's file in lower-case hexadecimal; undefined if the file cannot be read. */
  readSha256: (row: JournalRow) => Promise<string | undefined>
  onFound: (row: JournalRow, existing: ExistingImage) => void
  /** Called after each lookup. */
  onRow: (row: JournalRow) => void
}

/** Rows of one collection for the next lookup. */
interface Batch extends CollectionOverview {
  collection: number
  rows: JournalRow[]
}

/**
 * Looks up in batches which rows already have an image in their collection.
 * @returns false if the instance does not support the search
 */
export async function findExistingImages(
  options: LookupOptions,
  rows: Iterable<JournalRow>,
): Promise<boolean> {
  const batches = new Map<number, Batch>()
  let remaining = options.limit
  for (const row of rows) {
    const { collection } = row.image
    const batch = batches.get(collection) ?? (await openBatch(options.api, collection))
    batches.set(collection, batch)
    if (!batch.canSearch) return false
    batch.rows.push(row)
    remaining -= 1
    if (batch.rows.length === BATCH_SIZE || remaining === 0)
      remaining += await lookUp(options, batch)
    if (remaining === 0) break
  }
  for (const batch of batches.values()) await lookUp(options, batch)
  return true
}

async function openBatch(api: Api, collection: number): Promise<Batch> {
  return { ...(await fetchCollectionOverview(api, collection)), collection, rows: [] }
}

/** @returns the number of rows that count as imported */
async function lookUp(
  options: LookupOptions,
  { collection, images, rows: pending }: Batch,
): Promise<number> {
  const rows = pending.splice(0)
  const found =
    images === 0
      ? new Map<JournalRow, ExistingImage>()
      : await matchBatch(options, collection, rows)
  for (const row of rows) {
    const existing = found.get(row)
    if (existing) options.onFound(row, existing)
    options.onRow(row)
  }
  return [...found.values()].filter(({ isSame }) => isSame).length
}

/** Reads files only for rows that have no match by reference. */
async function matchBatch(
  options: LookupOptions,
  collection: number,
  rows: readonly JournalRow[],
): Promise<Map<JournalRow, ExistingImage>> {
  const found = await matchByReference(options, collection, rows)
  const others = rows.filter((row) => !found.has(row))
  return new Map([...found, ...(await matchByContent(options, collection, others))])
}

async function matchByReference(
  { api, isOwn, sharedReferences }: LookupOptions,
  collection: number,
  batch: readonly JournalRow[],
): Promise<Map<JournalRow, ExistingImage>> {
  const found = new Map<JournalRow, ExistingImage>()
  const rowOf = new Map<string, JournalRow>()
  for (const row of batch) {
    const { reference_id: reference } = row.image.metadata
    if (reference !== undefined && !sharedReferences.has(reference)) rowOf.set(reference, row)
  }
  await searchImages(api, {
    collection,
    filter: 'reference_id',
    values: [...rowOf.keys()],
    take(image, reference) {
      const { id, title } = image
      const row = rowOf.get(reference)
      if (row === undefined || isOwn(image)) return false
      found.set(row, { id, title, by: 'reference_id', isSame: true })
      return true
    },
  })
  return found
}

async function matchByContent(
  { api, isOwn, readSha256 }: LookupOptions,
  collection: number,
  batch: readonly JournalRow[],
): Promise<Map<JournalRow, ExistingImage>> {
  const found = new Map<JournalRow, ExistingImage>()
  const hashedRows = await Array.fromAsync(
    mapInOrder(batch, FILES_AT_ONCE, async (row) => ({ row, sha256: await readSha256(row) })),
  )
  const rowsOf = Map.groupBy(hashedRows, ({ sha256 }) => sha256 ?? '')
  rowsOf.delete('')
  await searchImages(api, {
    collection,
    filter: 'sha256',
    values: [...rowsOf.keys()],
    take(image, sha256) {
      const { id, title } = image
      const rows = rowsOf.get(sha256)?.map(({ row }) => row) ?? []
      if (isOwn(image)) return false
      for (const row of rows) {
        const isSame = row.image.metadata.title === title
        if (found.get(row)?.isSame !== true) found.set(row, { id, title, by: 'sha256', isSame })
      }
      return rows.every((row) => found.get(row)?.isSame)
    },
  })
  return found
}
