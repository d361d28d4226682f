import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes names survive a power cut: of files in a folder, and of the folder and those above it. */
export interface DurableFolders {
  /** For folders below the root; fulfilled when what is named in it by now will still be there. */
  sync(folder: string): Promise<void>
  /** To be told before a folder is removed: it may be made anew. */
  forget(folder: string): void
}

const REMEMBERED = 1000

/**
 * Folders below `root`, which is durable itself. Many at once share what they have in common: who asks
 * while a sync of the same folder has yet to begin, waits for that one.
 */
export function createDurableFolders(root: string): DurableFolders {
  const known = new Set([root])
  const syncOnce = createSharing(syncFolder)
  return {
    async sync(folder) {
      const named = chain(folder, known)
      await Promise.all([folder, ...named.map((path) => dirname(path))].map(syncOnce))
      if (known.size > REMEMBERED) known.clear()
      for (const path of [root, ...named]) known.add(path)
    },
    forget(folder) {
      for (const path of known) {
        if (path !== root && `${path}/`.startsWith(`${folder}/`)) known.delete(path)
      }
    },
  }
}

/** The folder and those above it, as far up as their names are not known to be durable. */
function chain(folder: string, known: Set<string>): string[] {
  const unknown: string[] = []
  for (let path = folder; !known.has(path); path = dirname(path)) {
    if (path === dirname(path)) throw new Error(`not below the root: ${folder}`)
    unknown.push(path)
  }
  return unknown
}

async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** Calls with the same argument never overlap, and those that wait for their turn are one. */
function createSharing(work: (path: string) => Promise<void>) {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()
  const start = (path: string): Promise<void> => {
    waiting.delete(path)
    const run = work(path).finally(() => {
      if (running.get(path) === run) running.delete(path)
    })
    running.set(path, run)
    return run
  }
  return (path: string): Promise<void> => {
    const before = running.get(path)
    if (!before) return start(path)
    const next =
      waiting.get(path) ??
      before.then(
        () => start(path),
        () => start(path),
      )
    waiting.set(path, next)
    return next
  }
}
