import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CatalogError } from './errors.ts'
import { duplicateFile } from './storage/durable-files.ts'
import { createDurableFolders } from './storage/durable-folders.ts'

/** What is made has 43; less than this was not made here, or was cut off. */
const LEAST_CHARACTERS = 32

/**
 * The key of this catalogue: from the setting, else made once and kept in the data directory, 0600.
 * @throws CatalogError kind `unavailable` when what is kept there is no secret
 */
export async function signingKey(data: string, setting: string | null): Promise<Buffer> {
  const secret = setting ?? (await readOrMake(join(data, 'secret')))
  return Buffer.from(hkdfSync('sha256', secret, '', 'catalog signed addresses', 32))
}

async function readOrMake(path: string): Promise<string> {
  const kept = (await readIfThere(path)) ?? (await make(path))
  if (kept.trim().length >= LEAST_CHARACTERS) return kept
  throw new CatalogError(
    'unavailable',
    `The secret in ${path} is cut off or empty. Put it back from a backup, or delete it: a new one is made, and upload addresses given out before stop working.`,
  )
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** Its name comes when all of it is on the disk; of several programs that make one, the first one's counts. */
async function make(path: string): Promise<string> {
  const staged = `${path}.${randomUUID()}.part`
  try {
    await writeSynced(staged, randomBytes(32).toString('base64url'))
    await duplicateFile(staged, path, createDurableFolders(dirname(path)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(staged, { force: true })
  }
  return readFile(path, 'utf8')
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
}
