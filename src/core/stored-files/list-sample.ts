import type { Reads } from '../database/store.ts'
import { listImageFiles, type ImageFiles } from '../queries/images/image-files.ts'

/** Returns the first image with a file, and the last one, which a copy of an earlier state lacks. */
export async function listSample(reads: Reads): Promise<ImageFiles[]> {
  const newest = await reads
    .selectFrom('image')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('file_version', 'is not', null)
    .executeTakeFirst()
  const first = await listImageFiles(reads, { after: 0, limit: 1 })
  const last = await listImageFiles(reads, { after: (newest?.id ?? 1) - 1, limit: 1 })
  return [...first, ...last]
}
