import { stat } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { textIndexPath, vectorIndexPath } from '../storage/disk/data-folder.ts'
import { ignoreMissing } from '../storage/missing-files.ts'

/** In memory, an index has signs of codes, or pointers to texts, which are not saved. */
const MEMORY_PER_SAVED_BYTE = 1.25

/** Estimates from the saved search indexes how much memory they take. */
export async function estimateSearchMemory({ data }: Pick<Config, 'data'>) {
  const estimate = async (path: string): Promise<number> =>
    ((await ignoreMissing(stat(path)))?.size ?? 0) * MEMORY_PER_SAVED_BYTE
  return [
    {
      name: 'index of texts',
      used: await estimate(textIndexPath(data)),
      instead: 'CATALOG_TEXT=pg_trgm',
    },
    {
      name: 'index of embeddings',
      used: await estimate(vectorIndexPath(data)),
      instead: 'CATALOG_VECTORS=pgvector',
    },
  ]
}
