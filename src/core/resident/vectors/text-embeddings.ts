import { LRUCache } from 'lru-cache'
import type { Embedder } from '../../embedding/process/embedder.ts'
import type { EmbeddingModel } from '../../queries/images/embeddings.ts'
import { untilAborted } from '../../base/until-aborted.ts'

/** The embeddings of texts that were searched for. */
export interface TextEmbeddings {
  /** @throws what `Embedder.embedText` throws, and the signal's reason if it is aborted */
  embed(model: EmbeddingModel, text: string, signal: AbortSignal): Promise<Float32Array>
}

interface TextEmbedders {
  open(model: EmbeddingModel): Promise<Pick<Embedder, 'embedText'>>
}

const MAX_TEXTS = 1000

/** An embedding that is computed or known, and for which a number of callers wait. */
interface SharedEmbedding {
  embedding: Promise<Float32Array>
  waiting: number
  isPending: boolean
  /** Stops the computation. */
  abort(): void
}

/**
 * Embeds each text once while it is cached. Equal texts at the same time share one embedding, which stops when no caller
 * waits for it.
 */
export function createTextEmbeddings(embedders: TextEmbedders): TextEmbeddings {
  const cached = new LRUCache<string, SharedEmbedding>({ max: MAX_TEXTS })
  const forget = (key: string, shared: SharedEmbedding): void => {
    if (cached.peek(key) === shared) cached.delete(key)
  }
  return {
    async embed(model, text, signal) {
      const key = `${model.key}\n${text}`
      const embedder = await embedders.open(model)
      signal.throwIfAborted()
      const shared = cached.get(key) ?? startEmbedding(embedder, text)
      cached.set(key, shared)
      shared.embedding.catch(() => forget(key, shared))
      shared.waiting += 1
      try {
        return await untilAborted(shared.embedding, signal)
      } finally {
        shared.waiting -= 1
        if (shared.isPending && shared.waiting === 0) {
          forget(key, shared)
          shared.abort()
        }
      }
    },
  }
}

function startEmbedding(embedder: Pick<Embedder, 'embedText'>, text: string): SharedEmbedding {
  const stopping = new AbortController()
  const embedding = embedder.embedText(text, stopping.signal)
  const shared = { embedding, waiting: 0, isPending: true, abort: () => stopping.abort() }
  const settle = (): void => void (shared.isPending = false)
  embedding.then(settle, settle)
  return shared
}
