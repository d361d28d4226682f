import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { makeFolder } from '../../storage/disk/make-folder.ts'
import { FOLDER } from '../../storage/modes.ts'
import { DamagedFileError, openBlockFile, writeBlockFile, type BlockFile } from './block-file.ts'

/**
 * An index in a file of its own, so that a server need not compute it when it starts. The file names the last change
 * that it includes. It is used only if the database still has this very change, since a restored backup may have others
 * with the same numbers.
 */
export interface SavedIndex extends Disposable {
  /** Number of the last change that is included. */
  readonly change: number
  /** Returns the next block, valid until the next call; undefined after the last one. @throws DamagedFileError */
  readonly read: BlockFile['read']
}

export interface SavedFile {
  path: string
  db: Database
  /** Increases whenever the content of the file changes. */
  version: number
}

/** A row of the change log. */
interface Change {
  seq: number
  token: number
}

interface Header {
  version: number
  change: Change
}

/** Why a file is not used. */
export class UnusableFileError extends Error {}

/**
 * Opens a saved index.
 * @returns undefined if there is no file
 * @throws UnusableFileError, DamagedFileError, or the error of the system
 */
export function openSavedIndex({ path, db, version }: SavedFile): SavedIndex | undefined {
  if (!existsSync(path)) return undefined
  const file = openBlockFile(path)
  try {
    const { change } = checkHeader(readBlock(file), { db, version })
    return { change, read: () => file.read(), [Symbol.dispose]: () => file[Symbol.dispose]() }
  } catch (error) {
    file[Symbol.dispose]()
    throw error
  }
}

/** Reads a block that must be there. */
export function readBlock(file: Pick<BlockFile, 'read'>): Uint8Array<ArrayBuffer> {
  const block = file.read()
  if (!block) throw new DamagedFileError('it ends early')
  return block
}

/**
 * Saves an index while searches go on.
 * @param change number of the last change that is included
 * @returns whether it is saved; not if the database no longer has the change
 * @throws the error of the system
 */
export async function saveIndex(
  { path, db, version }: SavedFile,
  change: number,
  blocks: Iterable<ArrayBufferView>,
): Promise<boolean> {
  const token = readToken(db, change)
  if (token === undefined) return false
  const header: Header = { version, change: { seq: change, token } }
  await makeFolder(dirname(path), FOLDER)
  await writeBlockFile(path, prepend(new TextEncoder().encode(JSON.stringify(header)), blocks))
  return true
}

function* prepend<Value>(first: Value, others: Iterable<Value>): Generator<Value> {
  yield first
  yield* others
}

function checkHeader(block: Uint8Array, { db, version }: Omit<SavedFile, 'path'>) {
  const header = JSON.parse(new TextDecoder().decode(block)) as Header
  if (header.version !== version) throw new UnusableFileError('another version of catalog wrote it')
  if (readToken(db, header.change.seq) !== header.change.token) {
    throw new UnusableFileError(
      'it belongs to another state of the database, or to a much older one',
    )
  }
  return { change: header.change.seq }
}

function readToken(db: Database, seq: number): number | undefined {
  return db.prepare<[number], number>('select token from change where seq = ?').pluck().get(seq)
}
