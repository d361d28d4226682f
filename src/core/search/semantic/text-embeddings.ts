import { LRUCache } from 'lru-cache'
import type { Embedders } from '../../processes/embedders.ts'
import type { EmbeddingModel } from '../../queries/embeddings.ts'

/** The embeddings of texts that were searched for. */
export interface TextEmbeddings {
  /** @throws what `Embedder.embedText` throws, and the signal's reason if it is aborted */
  embed(model: EmbeddingModel, text: string, signal: AbortSignal): Promise<Float32Array>
}

const MAX_TEXTS = 1000

/** Embeds each text once while it is cached. Equal texts at the same time share one embedding. */
export function createTextEmbeddings(embedders: Embedders): TextEmbeddings {
  const cached = new LRUCache<string, Promise<Float32Array>>({ max: MAX_TEXTS })
  return {
    async embed(model, text, signal) {
      const key = `${model.key}\n${text}`
      const embedder = await embedders.open(model)
      const embedding = cached.get(key) ?? embedder.embedText(text)
      cached.set(key, embedding)
      embedding.catch(() => cached.peek(key) === embedding && cached.delete(key))
      return await untilAborted(embedding, signal)
    },
  }
}

/** Others may wait for the same promise, so it is not canceled itself. */
async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted()
  const abortion = Promise.withResolvers<never>()
  const abort = (): void => abortion.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, abortion.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
