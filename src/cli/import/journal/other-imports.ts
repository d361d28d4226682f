import { CatalogError } from '../../../core/base/errors.ts'
import { listImports } from './import-registry.ts'
import { openReadOnlyJournal, type JournalReader, type ReadOnlyJournal } from './journal-reader.ts'

/** Whether another import from this computer into the same instance created the image. */
export async function isOfOtherImport(
  env: NodeJS.ProcessEnv,
  { folder, batch }: Pick<JournalReader, 'folder' | 'batch'>,
  imageId: number,
): Promise<boolean> {
  const others = (await listImports(env)).filter(
    (known) => known.folder !== folder && known.instance === batch.instance,
  )
  return others.some((known) => {
    using journal = openIfReadable(known.folder)
    return journal?.findByImage(imageId) !== undefined
  })
}

/** Skips journals of other versions and damaged ones. */
function openIfReadable(folder: string): ReadOnlyJournal | undefined {
  try {
    return openReadOnlyJournal(folder)
  } catch (error) {
    if (error instanceof CatalogError) return undefined
    throw error
  }
}
