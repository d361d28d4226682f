import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import { publishFile } from '../../storage/disk/durable-files.ts'
import { CatalogError, notFound } from '../../base/errors.ts'
import { computeDigest, type FileDigest } from '../../storage/digests.ts'
import { ignoreMissing } from '../../storage/missing-files.ts'
import { copyDurably } from '../../storage/object-files.ts'
import { readModelFolder, type ModelFolder } from '../inference/model-folder.ts'
import { requirePlausibleContent } from './check-content.ts'
import {
  startInstallation,
  type InstallResult,
  type ModelPlan,
  type WantedFile,
} from './install-model.ts'
import { KNOWN_MODELS } from './known-models.ts'

/** The files that a model needs besides its two towers. */
const CONFIGURATION = [
  'config.json',
  'preprocessor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
] as const

/**
 * Plans the installation of a model from a folder: a known model by its name, or any other under a new name.
 * @throws CatalogError kind `not_found` if a file is missing, `unsupported` if the model cannot be used
 */
export async function planFromFolder(name: string, source: string): Promise<ModelPlan> {
  const known = KNOWN_MODELS.find((model) => model.name === name)
  if (known) {
    const { repository, revision, license, files } = known
    return { origin: { name, repository, revision, source, license }, files, isPinned: true }
  }
  const files: WantedFile[] = []
  const { textModel, visionModel } = await requireUsableModel(source)
  for (const path of [...CONFIGURATION, textModel, visionModel])
    files.push(await describeFile(source, path))
  const revision = createRevision(files)
  return {
    origin: { name, repository: null, revision, source, license: null },
    files,
    isPinned: false,
  }
}

/**
 * Installs a model from a folder.
 * @throws CatalogError as `planFromFolder` and `startInstallation`
 */
export async function installFromFolder(
  place: { data: string; clock: Clock },
  name: string,
  source: string,
): Promise<InstallResult> {
  const plan = await planFromFolder(name, source)
  using installation = await startInstallation(place, plan)
  for (const file of installation.missing)
    await installation.receive(file, (path) => copyModelFile(source, file, path))
  return await installation.finish()
}

/** Copies a file of a folder, and returns the digest of the copy. */
export async function copyModelFile(
  source: string,
  { path, size }: WantedFile,
  target: string,
): Promise<FileDigest> {
  const file = join(source, path)
  const found = await requireFile(file)
  if (found.size !== size) {
    const message = `${file} has ${found.size} bytes instead of ${size}, so it is another file.`
    throw new CatalogError('unsupported', message, { code: 'wrong_size' })
  }
  const staged = `${target}.part`
  await copyDurably(file, staged)
  const digest = await computeDigest(staged)
  await publishFile(staged, target)
  return digest
}

/** Reads the configuration as the program does that will use the model. */
async function requireUsableModel(source: string): Promise<ModelFolder> {
  try {
    return await readModelFolder(source)
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    const hint = `${source} must contain a CLIP or SigLIP model that was exported to ONNX with separate towers.`
    throw new CatalogError('unsupported', error.message, { hint, cause: error })
  }
}

async function describeFile(source: string, path: string): Promise<WantedFile> {
  const file = join(source, path)
  await requireFile(file)
  await requirePlausibleContent(file, file)
  const { size, sha256 } = await computeDigest(file)
  return { path, size, sha256 }
}

/** Anything but a regular file, such as a named pipe, could block forever. */
async function requireFile(file: string) {
  const found = await ignoreMissing(stat(file))
  if (!found) throw notFound(`${file} does not exist.`)
  if (!found.isFile()) throw new CatalogError('unsupported', `${file} is not a file.`)
  return found
}

/** A name for the content of a model whose revision is unknown. */
function createRevision(files: readonly WantedFile[]): string {
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex')
  return `local-${digest.slice(0, 12)}`
}
