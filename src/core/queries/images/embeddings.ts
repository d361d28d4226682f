import type { Selects } from '../../database/store.ts'
import { literal } from '../../database/expressions.ts'
import type { Row } from '../../database/tables.ts'

export type EmbeddingModel = Pick<Row<'embedding_model'>, 'id' | 'key' | 'name' | 'enqueued'>

/** Returns the model that pictures are embedded with; undefined if there is none. */
export function findWantedModel(reads: Selects): Promise<EmbeddingModel | undefined> {
  return selectModels(reads).where('wanted', '=', literal(1)).executeTakeFirst()
}

/** Returns the model whose embeddings searches use; undefined if there is none. */
export function findAnsweringModel(reads: Selects): Promise<EmbeddingModel | undefined> {
  return selectModels(reads).where('answers', '=', literal(1)).executeTakeFirst()
}

function selectModels(reads: Selects) {
  return reads.selectFrom('embedding_model').select(['id', 'key', 'name', 'enqueued'])
}

export interface EmbeddingCoverage {
  /** Number of images with an embedding by this model. */
  embedded: number
  /** Number of images with a display version, from which an embedding is made. */
  total: number
}

/** Counts how many images a model has embedded, from indexes. */
export async function countEmbeddings(reads: Selects, modelId: number): Promise<EmbeddingCoverage> {
  const { embedded } = await reads
    .selectFrom('embedding')
    .select(({ fn }) => fn.countAll<number>().as('embedded'))
    .where('model_id', '=', modelId)
    .executeTakeFirstOrThrow()
  const { total } = await reads
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('generation', 'is not', null)
    .executeTakeFirstOrThrow()
  return { embedded, total }
}
