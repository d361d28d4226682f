import type { Dirent } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedEntry } from './object-store.ts'
import { tellingTrouble } from './storage-trouble.ts'

const MICROS_PER_MILLISECOND = 1000

/**
 * The entries of a folder, read bit by bit; none where there is no such folder. Their time is that of the
 * last change to the entry itself, which no program can set: a file that got a second name counts as new.
 */
export async function* listFolder(path: string): AsyncGenerator<ListedEntry> {
  for await (const { name } of entriesOf(path)) {
    const changed = await tellingTrouble(changeTime(join(path, name)))
    if (changed !== undefined) yield { name, changedAt: changed }
  }
}

async function* entriesOf(path: string): AsyncGenerator<Dirent> {
  const folder = await tellingTrouble(orNone(opendir(path, { bufferSize: 256 })))
  if (folder) yield* folder
}

async function changeTime(path: string): Promise<number | undefined> {
  const found = await orNone(stat(path))
  return found && Math.floor(found.ctimeMs * MICROS_PER_MILLISECOND)
}

/** Undefined for what is not there, or has gone meanwhile. */
async function orNone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}
