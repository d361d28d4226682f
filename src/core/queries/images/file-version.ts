import type { Reads } from '../../database/store.ts'

/** Whether a version is the current version of an image's file. */
export async function isCurrentVersion(
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
