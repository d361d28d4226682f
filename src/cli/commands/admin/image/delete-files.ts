import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { imagePrefixes } from '../../../../core/storage/keys.ts'
import { requireNoBackup } from '../../../../core/stored-files/trash-untracked.ts'
import { emptyTrash } from '../../../../core/stored-files/trash.ts'

/**
 * Creates a function that removes all files of images that have no rows any more, also from the trash. Call this one
 * before the rows are deleted, because a backup that copies them still needs the files.
 * @throws CatalogError kind `conflict` while a backup is made
 */
export function prepareFileDeletion({ config, storage }: Pick<Catalog, 'config' | 'storage'>) {
  requireNoBackup(config)
  return async (ids: readonly number[]): Promise<void> => {
    for (const prefix of ids.flatMap(imagePrefixes)) await storage.removeBelow(prefix)
    await Array.fromAsync(emptyTrash(storage, new Set(ids)))
  }
}
