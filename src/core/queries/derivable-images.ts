import { sql } from 'kysely'
import { inList } from '../db/in-list.ts'
import type { Reads } from '../db/store.ts'

/** Selects the images to reprocess; all images if empty. */
export interface ImageSelection {
  ids?: readonly number[]
  collectionId?: number
  /** Select only images whose last derivation, or tiling, has failed. */
  failed?: boolean
}

interface Page {
  after: number
  limit: number
}

export type DerivableImage = Awaited<ReturnType<typeof listDerivableImages>>[number]

/** Lists the next selected images that have a file, by id, with the state of their derivatives. */
export function listDerivableImages(reads: Reads, selection: ImageSelection, page: Page) {
  return selectImages(reads, selection, page)
    .select(['file_version', 'rotation', 'mirror'])
    .select(['generation', 'generation_of', 'generation_corrected'])
    .$if(selection.failed === true, (image) =>
      image
        .where('processing', '<>', sql.lit('ready' as const))
        .whereRef('failure_of', '=', 'file_version'),
    )
    .execute()
}

export type TileableImage = Awaited<ReturnType<typeof listTileableImages>>[number]

/** Lists the next selected images whose current file has derivatives, by id, with the state of their tiles. */
export function listTileableImages(reads: Reads, selection: ImageSelection, page: Page) {
  return selectImages(reads, selection, page)
    .select(['picture', 'tiles_generation', 'tiles_of'])
    .whereRef('generation_of', '=', 'file_version')
    .$if(selection.failed === true, (image) =>
      image.where('id', 'in', (all) =>
        all
          .selectFrom('job')
          .select('image_id')
          .where('state', '=', sql.lit('failed' as const))
          .where('kind', '=', 'tile')
          .$narrowType<{ image_id: number }>(),
      ),
    )
    .execute()
}

function selectImages(reads: Reads, { ids, collectionId }: ImageSelection, { after, limit }: Page) {
  return reads
    .selectFrom('image')
    .select('id')
    .where('id', '>', after)
    .where('file_version', 'is not', null)
    .$if(ids !== undefined, (image) => image.where('id', 'in', inList(ids ?? [])))
    .$if(collectionId !== undefined, (image) =>
      image.where('collection_id', '=', collectionId ?? 0),
    )
    .orderBy('id')
    .limit(limit)
}
