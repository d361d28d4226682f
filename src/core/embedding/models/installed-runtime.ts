import { createRequire } from 'node:module'
import { join } from 'node:path'
import { RUNTIME } from './known-runtime.ts'
import { readManifest, type Manifest } from './manifest.ts'

/** The runtime that is installed beside the models. A manifest describes its files, as it does for a model. */
export interface InstalledRuntime {
  name: string
  folder: string
  manifest: Manifest
}

/**
 * Returns the folder of the runtime beside the models. Another version of the program, or a computer of another kind to
 * which the data directory moves, has a folder of its own.
 * @param models the folder of the models
 */
export function runtimeFolder(models: string, { version } = RUNTIME): string {
  return join(models, '.runtime', `${version}-${process.platform}-${process.arch}`)
}

/**
 * Reads the runtime beside the models; undefined if none is installed. Its files may be incomplete.
 * @throws CatalogError kind `unavailable` if its manifest is damaged
 */
export async function readInstalledRuntime(
  models: string,
  runtime = RUNTIME,
): Promise<InstalledRuntime | undefined> {
  const folder = runtimeFolder(models, runtime)
  const manifest = await readManifest(folder)
  return manifest && { name: manifest.name, folder, manifest }
}

/** Whether there is a runtime: beside the models, or, in a clone of the repository, the one that the tests use. */
export async function hasRuntime(models: string): Promise<boolean> {
  return isPackaged() || (await readInstalledRuntime(models)) !== undefined
}

function isPackaged(): boolean {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node')
    return true
  } catch {
    return false
  }
}
