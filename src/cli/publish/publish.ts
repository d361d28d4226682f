import { dirname } from 'node:path'
import { explainFullDisk } from '../../core/backup/full-disk.ts'
import { DATA_FILES, LICENSE_FILE } from '../../core/model/published-files.ts'
import { MANIFEST, SUMS, type Manifest } from './manifest.ts'
import { formatRelease, pruneReleases, type Target } from './target.ts'
import { writeRelease, type ReleaseRequest } from './write-release.ts'

export interface Publication {
  manifest: Manifest
  /** Names of the releases that were removed. */
  removed: string[]
}

const FILES = [
  ...DATA_FILES,
  LICENSE_FILE,
  { name: SUMS, mediaType: 'text/plain' },
  { name: MANIFEST, mediaType: 'application/json' },
]

/**
 * Publishes the state of a catalog as the newest release, and removes old ones.
 * @param keep number of releases that stay, with the new one
 * @throws CatalogError kind `unavailable` if the disk is full or the bucket fails; the former release stays the newest
 */
export async function publishRelease(
  target: Target,
  keep: number,
  request: ReleaseRequest,
): Promise<Publication> {
  const { clock } = request.catalog
  const release = formatRelease(clock.now())
  const folder = await target.prepare(release)
  const disk = {
    folders: [dirname(folder)],
    outcome: 'The former release stays the newest one.',
    hint: 'Free some disk space, and run the command again.',
  }
  const manifest = await explainFullDisk(disk, async () => {
    const written = await writeRelease(folder, release, request)
    const { signal } = request.cli
    signal.throwIfAborted()
    await target.publish(release, FILES, signal)
    return written
  })
  const removed = await pruneReleases(target, { keep, newest: release, now: clock.now() })
  return { manifest, removed }
}
