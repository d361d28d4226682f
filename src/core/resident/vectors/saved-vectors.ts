import type { Database } from 'better-sqlite3'
import type { IndexLimits } from '../../queries/searches/index-memory.ts'
import { findRow } from '../columns/rows.ts'
import { openSavedIndex, readBlock, saveIndex, UnusableFileError } from '../index/saved-index.ts'
import type { SearchableImages } from '../columns/searchable-images.ts'
import type { Slices } from '../index/work-loop.ts'
import { StoredVectors, type ReadVectors } from './stored-vectors.ts'

/** Increases whenever the content of the file changes, or the way in which vectors are encoded. */
const VERSION = 2

/** Rows that are saved or looked up at once, in a few milliseconds. */
const ROWS_AT_ONCE = 4096

export interface RestoredVectors {
  vectors: StoredVectors
  /** The embeddings with greater ids must be added. */
  lastEmbedding: number
}

/** Model, images and limits of the vectors to restore. */
export interface VectorTarget {
  modelId: number
  images: SearchableImages
  read: ReadVectors
  limits: IndexLimits
  /** The newest embedding before the images were loaded. Those that are stored during loading are added later. */
  lastEmbedding: number
}

/** Content of the first block. */
interface SavedModel {
  /** Unlike its number, it is never that of another model in a restored backup. */
  key: string
  dimension: number
}

/**
 * Restores the codes of those embeddings that the database still has, which takes some seconds for a million.
 * @returns undefined if there is no file
 * @throws UnusableFileError, DamagedFileError, or the error of the system
 */
export function* restoreVectors(
  path: string,
  db: Database,
  { modelId, images, read, limits, lastEmbedding }: VectorTarget,
): Slices<RestoredVectors | undefined> {
  using file = openSavedIndex({ path, db, version: VERSION })
  if (!file) return undefined
  const { key, dimension } = JSON.parse(new TextDecoder().decode(readBlock(file))) as SavedModel
  if (key !== readModelKey(db, modelId)) throw new UnusableFileError('it belongs to another model')
  const missing = yield* readEmbeddings(db, modelId, images)
  const vectors = new StoredVectors({ dimension, ...limits }, images, read)
  for (let block = file.read(); block; block = file.read()) {
    for (const { imageId, embeddingId, code, scale } of listEntries(block, vectors)) {
      const row = findRow(images.rows, imageId)
      if (row === undefined || missing[row] !== embeddingId) continue
      vectors.restore(row, embeddingId, { code, scale })
      missing[row] = 0
    }
    yield
  }
  const firstMissing = missing.reduce(
    (first, id) => (id > 0 ? Math.min(first, id) : first),
    Infinity,
  )
  return { vectors, lastEmbedding: Math.min(lastEmbedding, firstMissing - 1) }
}

function readModelKey(db: Database, id: number): string | undefined {
  return db
    .prepare<[number], string>('select key from embedding_model where id = ?')
    .pluck()
    .get(id)
}

/** Reads the ids of all embeddings of a model, by row, from an index. */
function* readEmbeddings(
  db: Database,
  modelId: number,
  { rows }: SearchableImages,
): Slices<Float64Array> {
  // The plus keeps SQLite from using the index by model, with which each batch would sort all embeddings.
  const select = db
    .prepare<[number, number], [number, number]>(
      `select image_id, id from embedding where image_id > ? and +model_id = ?
       order by image_id limit ${ROWS_AT_ONCE}`,
    )
    .raw()
  const embeddings = new Float64Array(rows.size)
  for (let found = select.all(0, modelId); found.length > 0;) {
    for (const [imageId, id] of found) {
      const row = findRow(rows, imageId)
      if (row !== undefined) embeddings[row] = id
    }
    yield
    found = select.all(found.at(-1)?.[0] ?? 0, modelId)
  }
  return embeddings
}

/** The part of the live index that is saved. */
export interface SavableVectors {
  readonly images: SearchableImages
  readonly modelId: number | null
  readonly vectors: StoredVectors | undefined
  /** The last change that is included. */
  readonly change: number
}

/**
 * Saves the codes while searches and changes go on: what is saved of a row is complete.
 * @returns whether they are saved
 * @throws the error of the system
 */
export async function saveVectors(
  path: string,
  db: Database,
  { images, modelId, vectors, change }: SavableVectors,
): Promise<boolean> {
  const key = modelId === null ? undefined : readModelKey(db, modelId)
  if (key === undefined || !vectors) return false
  const blocks = listBlocks(vectors, images, key)
  return await saveIndex({ path, db, version: VERSION }, change, blocks)
}

function* listBlocks(
  vectors: StoredVectors,
  { rows }: SearchableImages,
  key: string,
): Generator<ArrayBufferView> {
  const model: SavedModel = { key, dimension: vectors.codes.dimension }
  yield new TextEncoder().encode(JSON.stringify(model))
  for (let first = 0; first < rows.size; first += ROWS_AT_ONCE) {
    const present = listPresent(vectors, first, Math.min(first + ROWS_AT_ONCE, rows.size))
    if (present.length > 0) yield encodeBlock(vectors, present)
  }
}

function listPresent({ codes }: StoredVectors, first: number, end: number): number[] {
  const rows: number[] = []
  for (let row = first; row < end; row++) if (codes.has(row)) rows.push(row)
  return rows
}

/** The parts of a block: for each row its image id, the id of its embedding, its scale, and its code. */
function divideBlock(buffer: ArrayBuffer, { codes }: StoredVectors, count: number) {
  return {
    imageIds: new Float64Array(buffer, 0, count),
    embeddingIds: new Float64Array(buffer, 8 * count, count),
    scales: new Float32Array(buffer, 16 * count, count),
    codes: new Int8Array(buffer, 20 * count, count * codes.codeLength),
  }
}

function encodeBlock(vectors: StoredVectors, rows: readonly number[]): Uint8Array {
  const { codeLength } = vectors.codes
  const block = new Uint8Array(rows.length * (20 + codeLength))
  const parts = divideBlock(block.buffer, vectors, rows.length)
  for (const [n, row] of rows.entries()) {
    const { code, scale } = vectors.codes.get(row)
    parts.imageIds[n] = vectors.ids[row] ?? 0
    parts.embeddingIds[n] = vectors.getEmbedding(row)
    parts.scales[n] = scale
    parts.codes.set(code, n * codeLength)
  }
  return block
}

function* listEntries({ buffer, length }: Uint8Array<ArrayBuffer>, vectors: StoredVectors) {
  const { codeLength } = vectors.codes
  const count = length / (20 + codeLength)
  const { imageIds, embeddingIds, scales, codes } = divideBlock(buffer, vectors, count)
  for (let n = 0; n < count; n++) {
    yield {
      imageId: imageIds[n] ?? 0,
      embeddingId: embeddingIds[n] ?? 0,
      scale: scales[n] ?? 0,
      code: codes.subarray(n * codeLength, (n + 1) * codeLength),
    }
  }
}
