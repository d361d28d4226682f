import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { syncToDisk } from '../storage/disk/durable-files.ts'

const run = promisify(execFile)

/**
 * Makes a folder with everything in it durable. On Linux, one `sync -f` syncs its whole file system: a million folders would
 * otherwise take a million calls.
 */
export async function syncTree(folder: string): Promise<void> {
  if (process.platform === 'linux' && (await syncFileSystem(folder))) return
  await syncEachFile(folder)
}

/** @returns false if this host has no such program, or another one */
async function syncFileSystem(folder: string): Promise<boolean> {
  try {
    await run('sync', ['-f', folder])
    return true
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'number' || ['ENOENT', 'EACCES'].includes(String(code))) return false
    throw error
  }
}

async function syncEachFile(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncEachFile(path)
    else await syncToDisk(path)
  }
  await syncToDisk(folder)
}
