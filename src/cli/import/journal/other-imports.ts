import { CatalogError } from '../../../core/errors.ts'
import type { Journal } from './journal.ts'
import { findImport, type FoundImport } from './reading.ts'
import { listImports } from './import-registry.ts'

/** Whether another import from this computer into the same instance created the image. */
export async function isOfOtherImport(
  env: NodeJS.ProcessEnv,
  { folder, batch }: Pick<Journal, 'folder' | 'batch'>,
  imageId: number,
): Promise<boolean> {
  const others = (await listImports(env)).filter(
    (known) => known.folder !== folder && known.instance === batch.instance,
  )
  return others.some((known) => {
    using found = findReadable(known.folder)
    return found?.db.prepare('select 1 from row where image_id = ?').get(imageId) !== undefined
  })
}

/** Skips journals of other versions and damaged ones. */
function findReadable(folder: string): FoundImport | undefined {
  try {
    return findImport(folder)
  } catch (error) {
    if (error instanceof CatalogError) return undefined
    throw error
  }
}
