import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'

/** A file system of its own that can lose its power. */
export interface VolatileDisk extends AsyncDisposable {
  /** The directory where it is mounted. */
  readonly path: string
  /**
   * Stops the file system at once, as a power cut does: what was neither synced nor written back is lost. Programs
   * that use it get EIO from then on.
   */
  cutPower(): Promise<void>
  /** Mounts it again, which replays its journal. No program may still use it. */
  restorePower(): Promise<void>
}

const BYTES = 512 * 1024 * 1024

/** Creates an ext4 file system in a file of the folder. Needs root, `mkfs.ext4` and `xfs_io` (xfsprogs). */
export async function createVolatileDisk(folder: string): Promise<VolatileDisk> {
  const image = join(folder, 'disk.img')
  const path = join(folder, 'disk')
  await writeFile(image, '')
  await truncate(image, BYTES)
  await execa('mkfs.ext4', ['-q', image])
  await mkdir(path)
  const mount = () => execa('mount', ['-o', 'loop', image, path])
  await mount()
  return {
    path,
    // Without `-f`, the journal is not flushed first.
    cutPower: async () => void (await execa('xfs_io', ['-x', '-c', 'shutdown', path])),
    async restorePower() {
      await execa('umount', [path])
      await mount()
    },
    async [Symbol.asyncDispose]() {
      await execa('umount', [path])
    },
  }
}
