import { dirname } from 'node:path'
import { syncToDisk } from './disk/durable-files.ts'

/** Syncs directories, so that the names of files and folders survive a power failure. */
export interface DurableFolders {
  /** Syncs a folder below the root, and every parent whose name is not yet known to be durable. */
  sync(folder: string): Promise<void>
  /** Must be called before a folder is removed, because it may be created again. */
  forget(folder: string): void
}

const MAX_KNOWN = 1000

/**
 * Handles folders below `root`, which must be durable itself. Concurrent calls share syncs: a call joins a sync of
 * the same folder that has not started yet.
 */
export function createDurableFolders(root: string): DurableFolders {
  const known = new Set([root])
  const syncOnce = coalesceRuns(syncToDisk)
  return {
    async sync(folder) {
      const named = listUnknown(folder, known)
      await Promise.all([folder, ...named.map((path) => dirname(path))].map(syncOnce))
      if (known.size > MAX_KNOWN) known.clear()
      for (const path of [root, ...named]) known.add(path)
    },
    forget(folder) {
      for (const path of known) {
        if (path !== root && `${path}/`.startsWith(`${folder}/`)) known.delete(path)
      }
    },
  }
}

/** Returns the folder and its parents whose names are not known to be durable. */
function listUnknown(folder: string, known: Set<string>): string[] {
  const unknown: string[] = []
  for (let path = folder; !known.has(path); path = dirname(path)) {
    if (path === dirname(path)) throw new Error(`not below the root: ${folder}`)
    unknown.push(path)
  }
  return unknown
}

/** Never runs two calls with the same path concurrently. Calls that wait for a run share the next one. */
function coalesceRuns(work: (path: string) => Promise<void>) {
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
