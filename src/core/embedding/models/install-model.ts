import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatTimestamp, type Clock } from '../../base/clock.ts'
import { CatalogError, conflict } from '../../base/errors.ts'
import { computeDigest, type FileDigest } from '../../storage/digests.ts'
import { ignoreMissing } from '../../storage/missing-files.ts'
import { requirePlausibleContent } from './check-content.ts'
import { requireSpace } from './disk-space.ts'
import { readInstalledModel, type InstalledModel } from './installed-models.ts'
import { createModelKey, writeManifest, type Manifest } from './manifest.ts'
import { lockModels } from './model-folders.ts'
import { prepareTarget, publishModel, replaceFiles, stagingFolder } from './staging.ts'
import { verifyModel } from './verify-model.ts'

/** A file that a model needs. */
export interface WantedFile {
  /** Below the folder of the model. */
  path: string
  /** In bytes; an estimate if the digest is unknown. */
  size: number
  /** In lower-case hexadecimal; null if it is unknown. */
  sha256: string | null
}

/** Files and origin of a model to install. */
export interface ModelPlan {
  origin: Pick<Manifest, 'name' | 'repository' | 'revision' | 'source' | 'license'>
  files: readonly WantedFile[]
  /** Whether the digests are built into this program. */
  isPinned: boolean
}

/** One installation, during which no other process can install a model. */
export interface Installation extends Disposable {
  /** The files that an earlier, interrupted installation has not stored, or those of the installed model that are damaged. */
  readonly missing: readonly WantedFile[]
  /**
   * Stores a missing file.
   * @param write writes it to a path, syncs it, and returns its digest
   * @throws CatalogError kind `unsupported` if it has another digest, or is obviously something else
   */
  receive(file: WantedFile, write: (path: string) => Promise<FileDigest>): Promise<void>
  /** Publishes the model, once no file is missing. */
  finish(): Promise<InstallResult>
}

export interface InstallResult {
  state: 'installed' | 'repaired' | 'already_installed'
  model: InstalledModel
}

/**
 * Starts to install a model, or to replace the damaged files of an installed one.
 * @throws CatalogError kind `busy` if another process installs a model, `conflict` if the name is taken,
 *   `unavailable` if the disk lacks space
 */
export async function startInstallation(
  { data, clock }: { data: string; clock: Clock },
  plan: ModelPlan,
): Promise<Installation> {
  const lock = await lockModels(data)
  try {
    const installed = await readInstalledModel(data, plan.origin.name)
    if (installed) requireSameRevision(plan, installed)
    const wanted = installed ? await listDamaged(installed) : plan.files
    const staged = stagingFolder(data, plan.origin)
    const stored = await readStaged(staged, wanted)
    const missing = wanted.filter(({ path }) => !stored.has(path))
    await requireSpaceFor(data, staged, missing)
    return {
      missing,
      async receive(file, write) {
        const target = await prepareTarget(staged, file.path)
        const digest = await write(target)
        await requireContent(target, file, digest)
        stored.set(file.path, digest)
      },
      async finish() {
        const now = formatTimestamp(clock.now())
        if (installed) return await repair(installed, staged, { now, paths: [...stored.keys()] })
        const manifest = createManifest(plan, stored, now)
        const folder = await publishModel(data, staged, manifest)
        return { state: 'installed', model: toModel(folder, manifest) }
      },
      [Symbol.dispose]: () => lock[Symbol.dispose](),
    }
  } catch (error) {
    lock[Symbol.dispose]()
    throw error
  }
}

/** An installed model never changes: vectors name it by its key. */
function requireSameRevision({ origin }: ModelPlan, { manifest, folder }: InstalledModel): void {
  const { repository, revision } = manifest
  if (repository === origin.repository && revision === origin.revision) return
  throw conflict(
    `${folder} holds another model: ${repository ?? 'files'} at revision ${revision}.`,
    {
      hint: 'Install this one under another name.',
    },
  )
}

async function listDamaged(model: InstalledModel): Promise<WantedFile[]> {
  const damaged: WantedFile[] = []
  for await (const file of verifyModel(model)) if (file.state !== 'ok') damaged.push(file)
  return damaged
}

/** Returns the files of an interrupted installation. One with another digest than expected is discarded. */
async function readStaged(
  staged: string,
  wanted: readonly WantedFile[],
): Promise<Map<string, FileDigest>> {
  const stored = new Map<string, FileDigest>()
  for (const { path, sha256 } of wanted) {
    const digest = await ignoreMissing(computeDigest(join(staged, path)))
    if (!digest) continue
    if (sha256 === null || digest.sha256 === sha256) stored.set(path, digest)
    else await rm(join(staged, path))
  }
  return stored
}

async function requireSpaceFor(
  data: string,
  staged: string,
  missing: readonly WantedFile[],
): Promise<void> {
  let needed = 0
  for (const { path, size } of missing) {
    const part = await ignoreMissing(stat(join(staged, `${path}.part`)))
    needed += size - (part?.size ?? 0)
  }
  await requireSpace(data, 'The model', needed)
}

async function requireContent(
  target: string,
  { path, sha256 }: WantedFile,
  found: FileDigest,
): Promise<void> {
  try {
    if (sha256 === null) return await requirePlausibleContent(target, path)
    if (found.sha256 === sha256) return
    const message = `${path} has the SHA-256 ${found.sha256} instead of ${sha256}. The copy was discarded.`
    throw new CatalogError('unsupported', message, { code: 'wrong_digest' })
  } catch (error) {
    await rm(target)
    throw error
  }
}

function createManifest(
  { origin, files, isPinned }: ModelPlan,
  stored: ReadonlyMap<string, FileDigest>,
  now: string,
): Manifest {
  const listed = files.map(({ path }) => {
    const { size, sha256 } = requireStored(stored, path)
    return { path, size, sha256, pinned_at: isPinned ? null : now }
  })
  return { ...origin, installed_at: now, verified_at: now, files: listed }
}

function requireStored(stored: ReadonlyMap<string, FileDigest>, path: string): FileDigest {
  const digest = stored.get(path)
  if (digest) return digest
  throw new Error(`${path} was not received`)
}

async function repair(
  { folder, manifest }: InstalledModel,
  staged: string,
  { now, paths }: { now: string; paths: readonly string[] },
): Promise<InstallResult> {
  const verified = { ...manifest, verified_at: now }
  await replaceFiles(folder, staged, paths)
  await writeManifest(folder, verified)
  const state = paths.length === 0 ? 'already_installed' : 'repaired'
  return { state, model: toModel(folder, verified) }
}

function toModel(folder: string, manifest: Manifest): InstalledModel {
  return { name: manifest.name, folder, key: createModelKey(manifest), manifest }
}
