import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import Database from 'better-sqlite3'

/** A place for a data directory on a disk that can be kept from taking anything more. */
export interface FailingDisk extends Disposable {
  readonly data: string
  /** Nothing more can be written; a full disk still lets the database overwrite its log, if that is kept. */
  break(options?: { keepingJournal: boolean }): void
  mend(): void
}

/**
 * A real disk that is full: a small one in memory, which only root may mount, and not in every container.
 * Undefined where it cannot be had.
 */
export function mountSmallDisk(megabytes: number): FailingDisk | undefined {
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
      fill(filler)
    },
    mend: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      // Lazily: a process of the test may be about to end in it yet.
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

/** The database's log keeps the room that it once had, in which small writes still find theirs. */
function checkpoint(data: string, mode: 'restart' | 'truncate'): void {
  const db = new Database(join(data, 'catalog.sqlite'))
  db.pragma(`wal_checkpoint(${mode})`)
  db.close()
}

function fill(path: string): void {
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
 * A disk that fails whatever is written, for this whole process: a limit on the size of files. Undefined
 * where util-linux's `prlimit` is missing.
 */
export function limitFiles(): FailingDisk | undefined {
  if (spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined
  // Node ignores this signal, but whatever took notice of all signals and no longer does leaves it deadly.
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
