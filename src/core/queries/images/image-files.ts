import type { Reads } from '../../database/store.ts'

export type ImageFiles = Awaited<ReturnType<typeof listImageFiles>>[number]

interface Page {
  after: number
  limit: number
  /** Only this image; all images by default. */
  only?: number | undefined
}

/** Lists the next images with a file, by id, with what names their files in the store. */
export function listImageFiles(reads: Reads, { after, limit, only }: Page) {
  return reads
    .selectFrom('image')
    .select(['id', 'file_version', 'file_type', 'file_sha256', 'file_size'])
    .select(['generation', 'generation_corrected', 'tiles_generation'])
    .where('id', '>', after)
    .where('file_version', 'is not', null)
    .$if(only !== undefined, (images) => images.where('id', '=', only ?? 0))
    .orderBy('id')
    .limit(limit)
    .execute()
}
