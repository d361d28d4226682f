import type { Catalog } from '../../../core/catalog/catalog.ts'
import { findExtension } from '../../../core/model/picture-format.ts'

interface FileColumns {
  file_version: string | null
  file_type: string | null
}

/** Returns a function that finds the path or the URL of an image's file; null if it has no file. */
export async function createImageFileFinder({ storage }: Pick<Catalog, 'storage'>) {
  const { originalKey } = await import('../../../core/storage/keys.ts')
  return (
    image: number | null,
    { file_version: version, file_type: type }: FileColumns,
  ): string | null => {
    const extension = type === null ? undefined : findExtension(type)
    if (image === null || version === null || extension === undefined) return null
    return storage.locate(originalKey(image, version, extension))
  }
}
