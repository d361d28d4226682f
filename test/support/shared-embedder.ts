import { startEmbedder, type Embedder } from '../../src/core/embedding/process/embedder.ts'
import { modelFixture } from './embedding-models.ts'

let shared: Embedder | undefined

/**
 * Shares the embedder of tiny-siglip between all catalogs of a test worker, whose models are copies of it, because
 * starting its processes takes longer than most tests. They end by themselves, or with the worker.
 */
export function sharedEmbedder(): Embedder {
  shared ??= startEmbedder({ folder: modelFixture('tiny-siglip') })
  return { ...shared, async [Symbol.asyncDispose]() {} }
}
