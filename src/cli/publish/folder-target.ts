import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { join } from 'node:path'
import { conflict, type CatalogError } from '../../core/base/errors.ts'
import { LATEST } from '../../core/model/published-files.ts'
import { syncToDisk } from '../../core/storage/disk/durable-files.ts'
import { makeFolder } from '../../core/storage/disk/make-folder.ts'
import { exists, ignoreMissing } from '../../core/storage/missing-files.ts'
import { isManifest, MANIFEST } from './manifest.ts'
import { isReleaseName, notOurs, type Release, type Target } from './target.ts'

/** Web servers of other users read them. */
const PUBLIC_FILE = 0o644
const PUBLIC_FOLDER = 0o755

/**
 * Opens a folder for releases, and creates it if it does not exist. Each release is a folder of its own, and `latest` a
 * symbolic link to the newest one, so that readers see the files of one release at any time.
 * @param path absolute
 * @throws CatalogError kind `conflict` if it has something else
 */
export async function openFolderTarget(path: string): Promise<Target> {
  const existing = await ignoreMissing(stat(path))
  if (existing && !existing.isDirectory()) throw conflict(`${path} is not a folder.`)
  await makeFolder(path, PUBLIC_FOLDER)
  await requireOwn(path)
  const latest = join(path, LATEST)
  let unfinished: string | undefined
  return {
    name: path,
    async prepare(release) {
      const folder = unfinishedPath(path, release)
      if (await exists(join(path, release))) throw tooSoon()
      await mkdirOnce(folder)
      unfinished = folder
      return folder
    },
    async publish(release, files, signal) {
      const folder = unfinishedPath(path, release)
      for (const { name } of files) {
        signal.throwIfAborted()
        await chmod(join(folder, name), PUBLIC_FILE)
        await syncToDisk(join(folder, name))
      }
      await chmod(folder, PUBLIC_FOLDER)
      await syncToDisk(folder)
      signal.throwIfAborted()
      await rename(folder, join(path, release))
      await syncToDisk(path)
      // The name is free again, and a later run removes what a killed one leaves there.
      await symlink(release, folder)
      await rename(folder, latest)
      await syncToDisk(path)
    },
    list: () => listReleases(path),
    async remove({ name, isComplete }) {
      const folder = isComplete ? join(path, name) : unfinishedPath(path, name)
      await rm(folder, { recursive: true, force: true })
    },
    async [Symbol.asyncDispose]() {
      if (unfinished !== undefined) await rm(unfinished, { recursive: true, force: true })
    },
  }
}

const UNFINISHED = /^\.(.+)\.part$/v

function unfinishedPath(path: string, release: string): string {
  return join(path, `.${release}.part`)
}

async function mkdirOnce(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw tooSoon()
  }
}

function tooSoon(): CatalogError {
  return conflict('Another run has begun in the same second.', { hint: 'Run the command again.' })
}

async function listReleases(path: string): Promise<Release[]> {
  const releases: Release[] = []
  for (const name of await readdir(path)) {
    const [, unfinished] = UNFINISHED.exec(name) ?? []
    if (unfinished !== undefined && isReleaseName(unfinished))
      releases.push({ name: unfinished, isComplete: false })
    else if (isReleaseName(name) && (await hasManifest(join(path, name))))
      releases.push({ name, isComplete: true })
  }
  return releases
}

async function hasManifest(folder: string): Promise<boolean> {
  const text = await ignoreMissing(readFile(join(folder, MANIFEST), 'utf8'))
  return text !== undefined && isManifest(text)
}

/** Other files may lie beside releases, but a place that has never been published to must be empty. */
async function requireOwn(path: string): Promise<void> {
  const latest = join(path, LATEST)
  if (await ignoreMissing(lstat(latest))) {
    const target = await readlink(latest).catch(() => '')
    // A link to another place is not replaced, wherever that is.
    if (!isReleaseName(target)) throw notOurs(path)
    if (await hasManifest(latest)) return
  }
  const known = await listReleases(path)
  const names = (await readdir(path)).filter((name) => name !== LATEST)
  if (names.length > known.length) throw notOurs(path)
}
