import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../../storage/missing-files.ts'
import type { InstalledModel } from './installed-models.ts'

/** Describes the first file that is missing or has another size; undefined if all are there. Reads no content. */
export async function findIncompleteFile({
  folder,
  manifest,
}: Pick<InstalledModel, 'folder' | 'manifest'>): Promise<string | undefined> {
  for (const { path, size } of manifest.files) {
    const found = await ignoreMissing(stat(join(folder, path)))
    if (!found) return `${path} is missing`
    if (found.size !== size) return `${path} has ${found.size} bytes instead of ${size}`
  }
  return undefined
}
