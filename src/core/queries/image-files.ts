import type { Reads } from '../db/store.ts'

export type ImageFiles = Awaited<ReturnType<typeof listImageFiles>>[number]

/** Lists the next images with a file, by id, with what names their files in the store. */
export function listImageFiles(reads: Reads, { after, limit }: { after: number; limit: number }) {
  return reads
    .selectFrom('image')
    .select(['id', 'file_version', 'file_type', 'file_sha256', 'file_size'])
    .select(['generation', 'generation_corrected', 'tiles_generation'])
    .where('id', '>', after)
    .where('file_version', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}
