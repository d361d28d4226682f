import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import type { Catalog } from '../../src/core/catalog/catalog.ts'

/** A data directory on a disk that can be made to fail. */
export interface FailingDisk extends Disposable {
  readonly data: string
  /** Makes all writes fail. If a full disk keeps the write-ahead log, the database can still overwrite it. */
  break(options?: { keepingJournal: boolean }): void
  mend(): void
}

/** A disk that can also be made read-only. */
export interface SmallDisk extends FailingDisk {
  /** Makes it read-only for all users, or writable again. */
  protect(isProtected: boolean): void
}

/**
 * Mounts a small disk in memory that can be filled. Needs root and a container that allows mounts.
 * @returns undefined if the mount fails
 */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) {
    rmdirSync(folder)
    return undefined
  }
  const [data, filler] = [join(folder, 'data'), join(folder, 'filler')]
  return {
    data,
    break({ keepingJournal } = { keepingJournal: false }) {
      checkpoint(data, keepingJournal ? 'restart' : 'truncate')
      fillDisk(filler)
    },
    mend: () => rmSync(filler, { force: true }),
    protect: (isProtected) =>
      void execFileSync('mount', ['-o', `remount,${isProtected ? 'ro' : 'rw'}`, folder]),
    [Symbol.dispose]() {
      // A lazy unmount, because a process of the test may still use the disk.
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

/** Limits the pages of the database, so that writes fail as on a full disk. */
export function limitDatabase({ catalog }: { catalog: Catalog }, pages: number): Promise<unknown> {
  return catalog.write((tx) => sql.raw(`pragma max_page_count = ${pages}`).execute(tx))
}

/** Checkpoints the database. With `restart` the log keeps its size, which leaves room for small writes. */
function checkpoint(data: string, mode: 'restart' | 'truncate'): void {
  const db = new Database(join(data, 'catalog.sqlite'))
  db.pragma(`wal_checkpoint(${mode})`)
  db.close()
}

/** Writes a file until its disk is full. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  let bytes = 1024 ** 2
  while (bytes >= 1) {
    try {
      writeSync(file, Buffer.alloc(bytes))
    } catch {
      bytes = Math.floor(bytes / 2)
    }
  }
  closeSync(file)
}

/**
 * Makes all writes of this process fail by a limit on the size of files.
 * @returns undefined if util-linux's `prlimit` is missing
 */
export function limitFiles(): FailingDisk | undefined {
  if (spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined
  // Node ignores SIGXFSZ, but adding and removing a listener for all signals makes it fatal.
  process.on('SIGXFSZ', () => {})
  const folder = mkdtempSync(join(tmpdir(), 'catalog-disk-'))
  const limit = (bytes: string): void =>
    void execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`])
  return {
    data: join(folder, 'data'),
    break: () => limit('1'),
    mend: () => limit('unlimited'),
    [Symbol.dispose]() {
      limit('unlimited')
      rmSync(folder, { recursive: true })
    },
  }
}
