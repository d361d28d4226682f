import type { Reads } from '../db/store.ts'

/** Whether that version of an image's file is the one that counts. */
export async function isVersionOf(
  reads: Reads,
  imageId: number,
  version: string,
): Promise<boolean> {
  const image = await reads
    .selectFrom('image')
    .select('id')
    .where('id', '=', imageId)
    .where('file_version', '=', version)
    .executeTakeFirst()
  return image !== undefined
}
