import { randomBytes, randomUUID } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatTimestamp, parseTimestamp, type Micros } from '../clock.ts'
import { takeFileLock } from '../db/locks.ts'
import { CatalogError } from '../errors.ts'
import { duplicateFile, publishFile } from '../storage/durable-files.ts'
import { createDurableFolders } from '../storage/durable-folders.ts'

/** Generated ones have 43; fewer were not generated here, or were cut off. */
const MIN_CHARACTERS = 32

/** A secret of the key file, and when its signatures stop to count. */
export interface StoredSecret {
  secret: string
  /** Infinity for the one that signs. */
  until: Micros
}

export function keyFilePath(data: string): string {
  return join(data, 'secret')
}

/** Makes the file, 0600, where there is none; of several programs that do so at once, the first one's counts. */
export async function ensureKeyFile(data: string): Promise<void> {
  const path = keyFilePath(data)
  if ((await readIfThere(path)) !== undefined) return
  await staged(path, newSecret(), async (made) => {
    try {
      await duplicateFile(made, path, createDurableFolders(dirname(path)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  })
}

/**
 * Reads the file: the secret that signs, then a line for each older one, with its end.
 * @throws CatalogError kind `unavailable` when the first line is no secret
 */
export function parseKeyFile(
  text: string,
  path: string,
): [current: StoredSecret, ...older: StoredSecret[]] {
  const [current = '', ...older] = text.split('\n').map((line) => line.trim())
  if (current.length < MIN_CHARACTERS) throw damaged(path)
  const previous = older.flatMap((line) => {
    const [secret = '', end = ''] = line.split(' ')
    const until = parseTimestamp(end)
    return until === undefined ? [] : [{ secret, until }]
  })
  return [{ secret: current, until: Number.POSITIVE_INFINITY }, ...previous]
}

/**
 * Puts a new secret in the place of the one that signs, which still counts for a while.
 * @returns the secrets that count now, the new one first
 * @throws CatalogError kind `busy` while another process rotates
 */
export async function rotateKeyFile(
  data: string,
  { now, until }: { now: Micros; until: Micros },
): Promise<StoredSecret[]> {
  using _lock = takeRotationLock(data)
  await ensureKeyFile(data)
  const path = keyFilePath(data)
  const kept = parseKeyFile(await readFile(path, 'utf8'), path)
    .map((one) => ({ ...one, until: Math.min(one.until, until) }))
    .filter((one) => one.until > now)
  const fresh = newSecret()
  const lines = kept.map((one) => `${one.secret} ${formatTimestamp(one.until)}\n`)
  await staged(path, [`${fresh}\n`, ...lines].join(''), (made) =>
    publishFile(made, path, createDurableFolders(dirname(path))),
  )
  return [{ secret: fresh, until: Number.POSITIVE_INFINITY }, ...kept]
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function takeRotationLock(data: string): Disposable {
  const lock = takeFileLock(join(data, 'secret.lock.sqlite'))
  if (lock) return lock
  throw new CatalogError('busy', `Another process is rotating the signing key in ${data}.`)
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Writes a file beside the one to be, all of it on the disk, for `publish` to give it its name. */
async function staged(
  path: string,
  text: string,
  publish: (made: string) => Promise<void>,
): Promise<void> {
  const made = `${path}.${randomUUID()}.part`
  try {
    await writeSynced(made, text)
    await publish(made)
  } finally {
    await rm(made, { force: true })
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
}

function damaged(path: string): CatalogError {
  return new CatalogError(
    'unavailable',
    `The secret in ${path} is cut off or empty. Put it back from a backup, or delete it: a new one is made, and upload addresses given out before stop working.`,
  )
}
