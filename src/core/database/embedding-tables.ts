import type { Generated } from 'kysely'

/** Tables of embeddings, and of the models that computed them. */
export interface EmbeddingTables {
  embedding_model: EmbeddingModelTable
  embedding: EmbeddingTable
}

/** A model of which there are embeddings. */
interface EmbeddingModelTable {
  id: Generated<number>
  /** Differs between models whose embeddings cannot be compared. */
  key: string
  /** Name of its folder. */
  name: string
  /** Whether pictures are embedded with it. True for at most one model. */
  wanted: 0 | 1
  /** Whether searches use its embeddings. True for at most one model. */
  answers: 0 | 1
  /** Whether jobs were enqueued for all images since it is wanted. */
  enqueued: 0 | 1
}

interface EmbeddingTable {
  /** Higher than that of every earlier embedding, also of this image. */
  id: Generated<number>
  image_id: number
  model_id: number
  /** The `picture` of the image that it was made from. */
  picture: string
  /** Numbers in single precision, little-endian. The vector has the length 1. */
  vector: Uint8Array
}
