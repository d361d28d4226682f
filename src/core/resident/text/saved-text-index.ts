import type { Database } from 'better-sqlite3'
import { findRow, type AnyRows } from '../columns/rows.ts'
import type { BlockFile } from '../index/block-file.ts'
import type { IndexLimits } from '../../queries/searches/index-memory.ts'
import { restoreTextIndex, type TextIndex } from './text-index.ts'
import { openSavedIndex, readBlock, saveIndex, UnusableFileError } from '../index/saved-index.ts'
import type { SearchableImages } from '../columns/searchable-images.ts'
import type { Slices } from '../index/work-loop.ts'

/** Increases whenever the content of the file changes, or the way in which texts are divided into words. */
const VERSION = 1

/** Stands for the row of an image that was deleted. */
const NO_ROW = 0xff_ff_ff_ff

export interface RestoredTexts {
  texts: TextIndex
  /** The last change that is included. */
  change: number
}

/** The part of the live index that is saved. */
export interface SavableTexts {
  readonly images: SearchableImages
  readonly texts: TextIndex
  /** The last change that is included. */
  readonly change: number
}

/**
 * Restores the index, which takes a second for a million images.
 * @returns undefined if there is no file
 * @throws UnusableFileError, DamagedFileError, or the error of the system
 */
export function* restoreTexts(
  path: string,
  db: Database,
  { images: { rows }, limits }: { images: SearchableImages; limits: IndexLimits },
): Slices<RestoredTexts | undefined> {
  using file = openSavedIndex({ path, db, version: VERSION })
  if (!file) return undefined
  const ids = new Float64Array(readBlock(file).slice().buffer)
  const words = readBlock(file).slice()
  const trigrams = new Uint32Array(readBlock(file).slice().buffer)
  const saved = { words, trigrams, records: readRecords(file) }
  yield
  const texts = restoreTextIndex(saved, findCurrentRows(rows, ids), limits)
  if (texts.hasManyFormerWords()) {
    throw new UnusableFileError('most of its words no longer occur in any text')
  }
  return { texts, change: file.change }
}

/**
 * Saves the index while searches go on. Gives up as soon as the index changes.
 * @returns whether it is saved
 * @throws the error of the system
 */
export async function saveTexts(path: string, db: Database, live: SavableTexts): Promise<boolean> {
  try {
    return await saveIndex(
      { path, db, version: VERSION },
      live.change,
      listBlocks(live, live.change),
    )
  } catch (error) {
    if (error instanceof IndexChangedError) return false
    throw error
  }
}

class IndexChangedError extends Error {}

function* listBlocks(live: SavableTexts, change: number): Generator<ArrayBufferView> {
  const { rows } = live.images
  const { words, trigrams, records } = live.texts.save()
  yield rows.columns.id.subarray(0, rows.size)
  yield words
  yield trigrams
  for (const block of records) {
    yield block
    if (live.change !== change) throw new IndexChangedError()
  }
}

function* readRecords(file: Pick<BlockFile, 'read'>): Generator<Uint32Array> {
  for (let block = file.read(); block; block = file.read()) {
    yield new Uint32Array(block.buffer, 0, block.length / Uint32Array.BYTES_PER_ELEMENT)
  }
}

/** Returns the present row of each saved one. */
function findCurrentRows(rows: AnyRows, savedIds: Float64Array): Uint32Array {
  const current = new Uint32Array(savedIds.length)
  let next = 0
  for (const [saved, id] of savedIds.entries()) {
    const row = rows.columns.id[next] === id ? next : (findRow(rows, id) ?? NO_ROW)
    current[saved] = row
    next = row + 1
  }
  return current
}
