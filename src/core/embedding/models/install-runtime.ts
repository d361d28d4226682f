import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { makeFolder } from '../../storage/disk/make-folder.ts'
import { formatTimestamp, type Clock } from '../../base/clock.ts'
import { syncToDisk } from '../../storage/disk/durable-files.ts'
import { CatalogError } from '../../base/errors.ts'
import { computeDigest } from '../../storage/digests.ts'
import { ignoreMissing } from '../../storage/missing-files.ts'
import { FILE, FOLDER } from '../../storage/modes.ts'
import { requireSpace } from './disk-space.ts'
import { readInstalledRuntime, runtimeFolder, type InstalledRuntime } from './installed-runtime.ts'
import {
  RUNTIME,
  RUNTIME_PLATFORMS,
  type KnownRuntime,
  type RuntimePackage,
} from './known-runtime.ts'
import { writeManifest, type Manifest, type ManifestFile } from './manifest.ts'
import { lockModels, modelsFolder } from './model-folders.ts'
import { prepareTarget } from './staging.ts'
import { verifyModel } from './verify-model.ts'

/** Declarations of types and source maps. */
const FOR_DEVELOPMENT = /\.d\.ts$|\.map$/

const runFile = promisify(execFile)

export interface RuntimeSource {
  /** The URL or folder that the packages come from. */
  source: string
  /** Writes the archive of a package to a path. */
  obtain: (archive: RuntimePackage, path: string) => Promise<void>
}

export interface InstalledRuntimeResult {
  state: 'installed' | 'repaired' | 'already_installed'
  runtime: InstalledRuntime
}

/**
 * Installs the runtime beside the models: those files of its packages that this host needs. Its folder appears with all
 * files or not at all. One with damaged files is replaced.
 * @throws CatalogError kind `busy` if another process installs a model, `unavailable` if the disk lacks space,
 *   `unsupported` if there is no build for this system, or an archive has another digest than the known one
 */
export async function installRuntime(
  { data, clock }: { data: string; clock: Clock },
  { source, obtain }: RuntimeSource,
  known: KnownRuntime = RUNTIME,
): Promise<InstalledRuntimeResult> {
  requirePlatform()
  using _lock = await lockModels(data)
  const models = modelsFolder(data)
  const found = await readInstalledRuntime(models, known).catch(ignoreDamage)
  if (found && (await isIntact(found))) return { state: 'already_installed', runtime: found }
  const archiveBytes = known.packages.reduce((sum, { size }) => sum + size, 0)
  await requireSpace(data, 'The runtime', archiveBytes + known.unpackedSize)
  const staged = join(models, '.incoming', `onnxruntime@${known.version}`)
  const unpacked = join(staged, 'unpacked')
  await rm(unpacked, { recursive: true, force: true })
  for (const archive of known.packages) {
    const path = await prepareTarget(staged, `${archive.name}.tgz`)
    if (!(await hasDigest(path, archive))) {
      await obtain(archive, path)
      await requireDigest(path, archive)
    }
    const target = join(unpacked, 'node_modules', archive.name)
    await makeFolder(target, FOLDER)
    await unpack(path, target, archive)
  }
  const manifest = createManifest(known, source, formatTimestamp(clock.now()))
  manifest.files.push(...(await storeFiles(unpacked)))
  await writeManifest(unpacked, manifest)
  const folder = runtimeFolder(models, known)
  await publishRuntime(unpacked, folder)
  await rm(staged, { recursive: true, force: true })
  return {
    state: found ? 'repaired' : 'installed',
    runtime: { name: manifest.name, folder, manifest },
  }
}

function requirePlatform(): void {
  const { platform, arch } = process
  if (RUNTIME_PLATFORMS.includes(`${platform}-${arch}`)) return
  throw new CatalogError(
    'unsupported',
    `There is no build of onnxruntime for this system (${platform}, ${arch}).`,
    { hint: `There are builds for ${RUNTIME_PLATFORMS.join(', ')}.` },
  )
}

/** A runtime with a damaged manifest is replaced. */
function ignoreDamage(error: unknown): undefined {
  if (!(error instanceof CatalogError)) throw error
  return undefined
}

async function isIntact(runtime: InstalledRuntime): Promise<boolean> {
  for await (const { state } of verifyModel(runtime)) if (state !== 'ok') return false
  return true
}

/** Whether an earlier, interrupted installation has stored the archive. */
async function hasDigest(path: string, { sha512 }: RuntimePackage): Promise<boolean> {
  return (await ignoreMissing(computeSha512(path))) === sha512
}

async function requireDigest(path: string, { name, sha512 }: RuntimePackage): Promise<void> {
  const found = await computeSha512(path)
  if (found === sha512) return
  await rm(path)
  const message = `The archive of ${name} has the SHA-512 ${found} instead of ${sha512}. The copy was discarded.`
  const hint = 'It was damaged or replaced on its way, or is another version. Get it again.'
  throw new CatalogError('unsupported', message, { code: 'wrong_digest', hint })
}

async function computeSha512(path: string): Promise<string> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

/** The archives are known by their digests, so that their content can be trusted. */
async function unpack(path: string, target: string, { members }: RuntimePackage): Promise<void> {
  const names = members.map((member) => `package/${member}`)
  const options = ['--strip-components=1', '--no-same-owner']
  try {
    await runFile('tar', ['-xzf', path, '-C', target, ...options, ...names])
  } catch (error) {
    const message = `${path} could not be unpacked: ${(error as Error).message.trim()}.`
    const hint = 'Check that tar and gzip are installed, and the disk.'
    throw new CatalogError('unavailable', message, { hint, cause: error })
  }
}

function createManifest(
  { version, license }: KnownRuntime,
  source: string,
  now: string,
): Manifest & { files: ManifestFile[] } {
  return {
    name: 'onnxruntime',
    repository: null,
    revision: version,
    source,
    license,
    installed_at: now,
    verified_at: now,
    files: [],
  }
}

/** Syncs the files below a folder, and returns their digests. Sets the modes that files of the data directory have. */
async function storeFiles(folder: string): Promise<ManifestFile[]> {
  const files: ManifestFile[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (FOR_DEVELOPMENT.test(entry.name)) {
      await rm(path)
      continue
    }
    await chmod(path, entry.isDirectory() ? FOLDER : FILE)
    await syncToDisk(path)
    if (entry.isDirectory()) continue
    const name = relative(folder, path).replaceAll(sep, '/')
    files.push({ path: name, ...(await computeDigest(path)), pinned_at: null })
  }
  return files
}

/** Moves the runtime to its folder. Those of earlier versions are deleted with the folder that held them. */
async function publishRuntime(unpacked: string, folder: string): Promise<void> {
  const parent = dirname(folder)
  await rm(parent, { recursive: true, force: true })
  await makeFolder(parent, FOLDER)
  await syncToDisk(unpacked)
  await rename(unpacked, folder)
  await syncToDisk(parent)
  await syncToDisk(dirname(parent))
}
