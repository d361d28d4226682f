import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { findRow, type AnyRows } from '../../list-cache/rows.ts'
import { FOLDER } from '../../storage/modes.ts'
import { DamagedFileError, openBlockFile, writeBlockFile, type BlockFile } from '../block-file.ts'
import { restoreTextIndex, type TextIndex } from '../text/text-index.ts'
import type { SearchableImages } from './searchable-images.ts'

/**
 * The text index in a file of its own, so that a server need not read all texts when it starts. The file names the last
 * change that it includes. It is used only if the database still has this very change, since a restored backup may
 * have others with the same numbers.
 */

/** Increases whenever the content of the file changes, or the way in which texts are divided into words. */
const VERSION = 1

/** Stands for the row of an image that was deleted. */
const NO_ROW = 0xff_ff_ff_ff

interface Header {
  version: number
  change: Change
}

/** A row of the change log. */
interface Change {
  seq: number
  token: number
}

export interface RestoredTexts {
  texts: TextIndex
  /** The last change that is included. */
  change: number
}

/** The part of the live index that is saved. */
export interface SavableIndex {
  readonly images: SearchableImages
  readonly texts: TextIndex
  /** The last change that is included. */
  readonly change: number
}

/** Why a file is not used. */
export class UnusableFileError extends Error {}

/**
 * Restores the index, which takes a second for a million images.
 * @returns undefined if there is no file
 * @throws UnusableFileError, DamagedFileError, or the error of the system
 */
export function restoreTexts(
  path: string,
  db: Database,
  { rows }: SearchableImages,
): RestoredTexts | undefined {
  using file = openIfPresent(path)
  if (!file) return undefined
  const { version, change } = JSON.parse(new TextDecoder().decode(readBlock(file))) as Header
  if (version !== VERSION) throw new UnusableFileError('another version of catalog wrote it')
  if (readToken(db, change.seq) !== change.token) {
    throw new UnusableFileError(
      'it belongs to another state of the database, or to a much older one',
    )
  }
  const ids = new Float64Array(readBlock(file).slice().buffer)
  const words = readBlock(file).slice()
  const trigrams = new Uint32Array(readBlock(file).slice().buffer)
  const saved = { words, trigrams, records: readRecords(file) }
  const texts = restoreTextIndex(saved, findCurrentRows(rows, ids))
  if (texts.hasManyFormerWords()) {
    throw new UnusableFileError('most of its words no longer occur in any text')
  }
  return { texts, change: change.seq }
}

/**
 * Saves the index while searches go on. Gives up as soon as the index changes.
 * @returns whether it is saved
 * @throws the error of the system
 */
export async function saveTexts(path: string, db: Database, live: SavableIndex): Promise<boolean> {
  const seq = live.change
  const token = readToken(db, seq)
  if (token === undefined) return false
  await mkdir(dirname(path), { recursive: true, mode: FOLDER })
  try {
    await writeBlockFile(path, listBlocks({ version: VERSION, change: { seq, token } }, live))
    return true
  } catch (error) {
    if (error instanceof IndexChangedError) return false
    throw error
  }
}

class IndexChangedError extends Error {}

function* listBlocks(header: Header, live: SavableIndex): Generator<ArrayBufferView> {
  const { rows } = live.images
  const { words, trigrams, records } = live.texts.save()
  yield new TextEncoder().encode(JSON.stringify(header))
  yield rows.columns.id.subarray(0, rows.size)
  yield words
  yield trigrams
  for (const block of records) {
    yield block
    if (live.change !== header.change.seq) throw new IndexChangedError()
  }
}

function* readRecords(file: BlockFile): Generator<Uint32Array> {
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

function readToken(db: Database, seq: number): number | undefined {
  return db.prepare<[number], number>('select token from change where seq = ?').pluck().get(seq)
}

function readBlock(file: BlockFile): Uint8Array<ArrayBuffer> {
  const block = file.read()
  if (!block) throw new DamagedFileError('it ends early')
  return block
}

function openIfPresent(path: string): BlockFile | undefined {
  return existsSync(path) ? openBlockFile(path) : undefined
}
