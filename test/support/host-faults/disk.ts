import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fillDisk } from '../failing-disk.ts'

/** A small disk in memory that can be missing, full or read-only. */
export interface Disk extends Disposable {
  /** Where it is mounted. */
  readonly path: string
  readonly isMounted: boolean
  mount(): void
  /** Leaves the empty mount point. Processes go on using the files that they opened. */
  unmount(): void
  fill(): void
  free(): void
  /** Makes it read-only, or writable again. Fails while a process writes to a file. */
  protect(isProtected: boolean): void
}

/** Whether this process may mount disks: needs root and a container that allows it. */
export function canMount(): boolean {
  const script = 'mount -t tmpfs none /mnt'
  return spawnSync('unshare', ['--mount', 'sh', '-c', script], { stdio: 'ignore' }).status === 0
}

/** @param behind the folder for what is not visible at the mount point */
export function createDisk(path: string, behind: string, megabytes: number): Disk {
  const [content, filler] = [join(behind, 'content'), join(behind, 'filler')]
  mkdirSync(behind, { recursive: true })
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', behind)
  mkdirSync(content)
  // A mount point belongs to root, and only the user of the server may use the disk.
  mkdirSync(path, { recursive: true, mode: 0o755 })
  let isMounted = false
  return {
    path,
    get isMounted() {
      return isMounted
    },
    mount() {
      run('mount', '--bind', content, path)
      isMounted = true
    },
    unmount() {
      run('umount', '--lazy', path)
      isMounted = false
    },
    fill: () => fillDisk(filler),
    free: () => rmSync(filler, { force: true }),
    protect: (isProtected) => run('mount', '-o', `remount,${isProtected ? 'ro' : 'rw'}`, behind),
    [Symbol.dispose]() {
      // It may be missing already.
      spawnSync('umount', ['--lazy', path], { stdio: 'ignore' })
      run('umount', '--lazy', behind)
    },
  }
}

function run(command: string, ...words: string[]): void {
  execFileSync(command, words, { stdio: ['ignore', 'ignore', 'pipe'] })
}
