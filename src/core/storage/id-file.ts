import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createFileOnce } from './disk/staged-files.ts'
import { ignoreMissing } from './missing-files.ts'
import { FILE } from './modes.ts'

/** Reads the random id in a file; undefined if the file does not exist. */
export async function readIdFile(path: string): Promise<string | undefined> {
  return (await ignoreMissing(readFile(path, 'utf8')))?.trim()
}

/** Returns the id in a file, which is created durably with a new one if it is missing. */
export async function ensureIdFile(path: string): Promise<string> {
  const known = await readIdFile(path)
  if (known !== undefined) return known
  await createFileOnce({ path, text: `${randomUUID()}\n`, mode: FILE })
  // Another program may have created it first.
  return await ensureIdFile(path)
}
