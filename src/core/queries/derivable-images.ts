import { sql } from 'kysely'
import type { Reads } from '../db/store.ts'

/** Which images' pictures are to be made again. Without any of these, those of all images. */
export interface ImageSelection {
  ids?: readonly number[]
  collectionId?: number
  /** Only images whose last derivation has failed. */
  failed?: boolean
}

export type DerivableImage = Awaited<ReturnType<typeof nextDerivableImages>>[number]

/** The next of the selected images that have a file, by id, with what is known of their pictures. */
export function nextDerivableImages(
  reads: Reads,
  { ids, collectionId, failed }: ImageSelection,
  { after, limit }: { after: number; limit: number },
) {
  return reads
    .selectFrom('image')
    .select(['id', 'file_version', 'rotation', 'mirror'])
    .select(['generation', 'generation_of', 'generation_corrected'])
    .where('id', '>', after)
    .where('file_version', 'is not', null)
    .$if(ids !== undefined, (image) =>
      image.where('id', 'in', sql<number>`(select value from json_each(${JSON.stringify(ids)}))`),
    )
    .$if(collectionId !== undefined, (image) =>
      image.where('collection_id', '=', collectionId ?? 0),
    )
    .$if(failed === true, (image) =>
      image
        .where('processing', '<>', sql.lit('ready' as const))
        .whereRef('failure_of', '=', 'file_version'),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}
