import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../storage/disk/make-folder.ts'
import { publishFile, syncToDisk } from '../../storage/disk/durable-files.ts'
import { conflict } from '../../base/errors.ts'
import { FOLDER } from '../../storage/modes.ts'
import { writeManifest, type Manifest } from './manifest.ts'
import { modelFolder, modelsFolder } from './model-folders.ts'

/**
 * Returns the folder of the files of a model until all are there. It is the same after an interruption, but not for
 * another revision, so that the files of two revisions never mix.
 */
export function stagingFolder(
  data: string,
  { name, revision }: Pick<Manifest, 'name' | 'revision'>,
): string {
  return join(modelsFolder(data), '.incoming', `${name}@${revision}`)
}

/** Returns the path of a file below a folder, and creates the folders that lead to it. */
export async function prepareTarget(folder: string, path: string): Promise<string> {
  const target = join(folder, path)
  await makeFolder(dirname(target), FOLDER)
  return target
}

/**
 * Publishes a model whose files are staged and synced. Its folder appears with all files or not at all.
 * @returns the folder
 * @throws CatalogError kind `conflict` if something else has the name
 */
export async function publishModel(
  data: string,
  staged: string,
  manifest: Manifest,
): Promise<string> {
  const folder = modelFolder(data, manifest.name)
  await writeManifest(staged, manifest)
  try {
    await rename(staged, folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) throw error
    throw conflict(`${folder} exists, but holds no installed model.`, {
      hint: 'Move or delete it, and run the same command again.',
    })
  }
  await syncToDisk(dirname(folder))
  await syncToDisk(data)
  return folder
}

/** Replaces files of an installed model with staged ones. */
export async function replaceFiles(
  folder: string,
  staged: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) await publishFile(join(staged, path), await prepareTarget(folder, path))
  await rm(staged, { recursive: true, force: true })
}
