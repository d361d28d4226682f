import type { ExpressionBuilder } from 'kysely'
import { inList, jsonField } from '../../database/sql.ts'
import { column, literal } from '../../database/expressions.ts'
import type { Reads, Selects } from '../../database/store.ts'
import type { Flag, Tables } from '../../database/tables.ts'
import type { JobKind } from '../../job-queue/enqueue.ts'

/** Selects the images to reprocess; all images if empty. */
export interface ImageSelection {
  ids?: readonly number[]
  collectionId?: number
  /** Select only images whose last derivation, tiling or embedding has failed. */
  failed?: boolean
}

interface Page {
  after: number
  limit: number
}

export type DerivableImage = Awaited<ReturnType<typeof listDerivableImages>>[number]

/** Lists the next selected images that have a file, by id, with the state of their derivatives. */
export function listDerivableImages(reads: Selects, selection: ImageSelection, page: Page) {
  return selectImages(reads, selection, page)
    .select(['file_version', 'rotation', 'mirror'])
    .select(['generation', 'generation_of', 'generation_corrected'])
    .$if(selection.failed === true, (image) =>
      image
        .where('processing', '<>', literal('ready' as const))
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
    .$if(selection.failed === true, (image) => image.where('id', 'in', selectFailed('tile')))
    .execute()
}

export type EmbeddableImage = Awaited<ReturnType<typeof listEmbeddableImages>>[number]

/**
 * Lists the next selected images with a display version of their current picture, by id, with the picture that a
 * model has embedded. `has_failed` is 1 if it failed to embed the current picture, and is not tried again.
 */
export function listEmbeddableImages(
  reads: Reads,
  { modelId, ...selection }: ImageSelection & { modelId: number },
  page: Page,
) {
  return selectImages(reads, selection, page)
    .select('picture')
    .select((image) => [
      image
        .selectFrom('embedding')
        .select('embedding.picture')
        .whereRef('image_id', '=', 'image.id')
        .where('model_id', '=', modelId)
        .as('embedded_picture'),
      image.cast<Flag>(image.exists(selectFailedEmbedding(modelId)), 'integer').as('has_failed'),
    ])
    .whereRef('generation_picture', '=', 'picture')
    .$if(selection.failed === true, (image) => image.where('id', 'in', selectFailed('embed')))
    .execute()
}

/** A failure to embed the current picture of `image`. */
function selectFailedEmbedding(modelId: number) {
  return (eb: ExpressionBuilder<Tables, 'image'>) =>
    eb
      .selectFrom('job')
      .select(literal(1).as('one'))
      .whereRef('image_id', '=', 'image.id')
      .where('kind', '=', literal('embed' as const))
      .where('state', '=', literal('failed' as const))
      .where((eb) =>
        eb(
          jsonField(column('payload'), 'input'),
          '=',
          eb(eb.val(`${modelId} `), '||', eb.ref('image.picture')),
        ),
      )
}

function selectFailed(kind: JobKind) {
  return (images: ExpressionBuilder<Tables, 'image'>) =>
    images
      .selectFrom('job')
      .select('image_id')
      .where('state', '=', literal('failed' as const))
      .where('kind', '=', kind)
      .$narrowType<{ image_id: number }>()
}

function selectImages(
  reads: Selects,
  { ids, collectionId }: ImageSelection,
  { after, limit }: Page,
) {
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
