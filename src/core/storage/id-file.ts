import { randomUUID } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncToDisk } from '../durable-files.ts'
import { ignoreMissing } from './list-folder.ts'
import { FILE } from './modes.ts'
import { linkOrCopy } from './object-files.ts'

/** Reads the random id in a file; undefined if the file does not exist. */
export async function readIdFile(path: string): Promise<string | undefined> {
  return (await ignoreMissing(readFile(path, 'utf8')))?.trim()
}

/** Returns the id in a file, which is created durably with a new one if it is missing. Of several programs the first wins. */
export async function ensureIdFile(path: string): Promise<string> {
  const known = await readIdFile(path)
  if (known !== undefined) return known
  const id = randomUUID()
  const staged = `${path}.${id}.part`
  try {
    await writeSynced(staged, `${id}\n`)
    await linkOrCopy(staged, path)
    await syncToDisk(dirname(path))
    return id
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return await ensureIdFile(path)
  } finally {
    await rm(staged, { force: true })
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', FILE)
  await file.writeFile(text)
  await file.sync()
}
