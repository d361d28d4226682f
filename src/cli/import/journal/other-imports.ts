import { listImports } from './import-registry.ts'
import { openIfReadable, type JournalReader } from './journal-reader.ts'

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
