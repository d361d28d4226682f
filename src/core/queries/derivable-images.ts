import { sql } from 'kysely'
import { inList } from '../db/in-list.ts'
import type { Reads } from '../db/store.ts'

/** Selects the images to reprocess; all images if empty. */
export interface ImageSelection {
  ids?: readonly number[]
  collectionId?: number
  /** Select only images whose last derivation has failed. */
  failed?: boolean
}

export type DerivableImage = Awaited<ReturnType<typeof listDerivableImages>>[number]

/** Lists the next selected images that have a file, by id, with the state of their derivatives. */
export function listDerivableImages(
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
    .$if(ids !== undefined, (image) => image.where('id', 'in', inList(ids ?? [])))
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
