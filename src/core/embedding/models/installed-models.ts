import { readdir } from 'node:fs/promises'
import { notFound } from '../../base/errors.ts'
import { ignoreMissing } from '../../storage/missing-files.ts'
import { getInstallCommand } from './install-command.ts'
import { createModelKey, readManifest, type Manifest } from './manifest.ts'
import { isModelName, modelFolder, modelsFolder } from './model-folders.ts'

export interface InstalledModel {
  /** Name of its folder. */
  name: string
  folder: string
  /** Differs between models whose embeddings cannot be compared. */
  key: string
  manifest: Manifest
}

/**
 * Reads which model is installed under a name; undefined if none is. Its files may be incomplete.
 * @throws CatalogError kind `unavailable` if the manifest is damaged
 */
export async function readInstalledModel(
  data: string,
  name: string,
): Promise<InstalledModel | undefined> {
  const folder = modelFolder(data, name)
  const manifest = await readManifest(folder)
  return manifest && { name, folder, key: createModelKey(manifest), manifest }
}

/** @throws CatalogError kind `not_found` */
export async function requireInstalledModel(data: string, name: string): Promise<InstalledModel> {
  const model = await readInstalledModel(data, name)
  if (model) return model
  throw notFound(`No model ${name} is installed in ${modelsFolder(data)}.`, {
    hint: `Install it with: ${getInstallCommand(name)}`,
  })
}

/** Returns the names of the folders that may hold an installed model, sorted. */
export async function listModelFolders(data: string): Promise<string[]> {
  const entries = await ignoreMissing(readdir(modelsFolder(data), { withFileTypes: true }))
  return (entries ?? [])
    .filter((entry) => entry.isDirectory() && isModelName(entry.name))
    .map(({ name }) => name)
    .sort()
}
