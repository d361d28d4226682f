import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { publishFile, syncToDisk } from './durable-files.ts'
import { linkOrCopy } from '../object-files.ts'

/** A small file that is written completely before it gets its name. */
export interface SmallFile {
  path: string
  text: string
  /** Permissions of the file. */
  mode: number
}

/** Creates a file durably, unless it exists. Of several programs at the same time the first one wins. */
export async function createFileOnce(file: SmallFile): Promise<void> {
  const { path } = file
  await withStaged(file, async (staged) => {
    try {
      await linkOrCopy(staged, path)
      await syncToDisk(dirname(path))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  })
}

/** Creates or replaces a file durably. After a crash, either the old or the new file is there. */
export async function replaceFile(file: SmallFile): Promise<void> {
  await withStaged(file, (staged) => publishFile(staged, file.path))
}

/** Writes and syncs a temporary file beside the final one, then lets `publish` give it its name. */
async function withStaged(
  { path, text, mode }: SmallFile,
  publish: (staged: string) => Promise<void>,
): Promise<void> {
  const staged = `${path}.${randomUUID()}.part`
  try {
    await writeSynced(staged, { text, mode })
    await publish(staged)
  } finally {
    await rm(staged, { force: true })
  }
}

async function writeSynced(
  path: string,
  { text, mode }: Pick<SmallFile, 'text' | 'mode'>,
): Promise<void> {
  await using file = await open(path, 'wx', mode)
  await file.writeFile(text)
  await file.sync()
}
