import { basename } from 'node:path'
import { MODEL_MEMORY_BYTES } from '../../base/limits.ts'
import type { Logger } from '../../base/log.ts'
import { EmbedderQueue } from './embedder-queue.ts'

/**
 * Computes embeddings of texts and pictures with one model. An embedding is a vector of length 1; those of a picture and
 * of a text that describes it are similar. Every method throws ModelError if the model cannot be used, and the signal's
 * reason if it is aborted.
 */
export interface Embedder extends AsyncDisposable {
  /**
   * Embeds a text. The model takes 64 or 77 tokens and ignores what follows.
   * @throws CatalogError kind `busy`, if too many texts wait
   */
  embedText(text: string, signal?: AbortSignal): Promise<Float32Array>
  /**
   * Embeds picture files in order, at low CPU priority.
   * @throws PictureError, if a file cannot be decoded
   */
  embedImages(files: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
}

export interface EmbedderOptions {
  /** The folder of the model, which has its name. */
  folder: string
  /** Memory of each of the two processes, on top of Node itself; default 4 GiB. Not enforced without `prlimit`. */
  memoryBytes?: number
  /** The process for texts ends after this time without one; default ten minutes. */
  textIdleMs?: number
  /** The process for pictures ends after this time without one; default 30 seconds. */
  imageIdleMs?: number
  /** A text, or one picture, that takes longer fails; default one minute. Loading the model counts. */
  timeoutMs?: number
  /** Texts beyond this number of waiting ones fail at once; default 200. */
  maxWaitingTexts?: number
  log?: Pick<Logger, 'debug' | 'warn'>
}

const TEXT_IDLE_MS = 10 * 60_000
const IMAGE_IDLE_MS = 30_000
const TIMEOUT_MS = 60_000
const MAX_WAITING_TEXTS = 200

/**
 * Starts no process yet. Texts and pictures have a process each, which loads one tower of the model only. So a client's
 * text never waits for a picture, the processes have different priorities, and the memory of the vision tower is free
 * when all pictures are embedded.
 */
export function startEmbedder(options: EmbedderOptions): Embedder {
  const { memoryBytes = MODEL_MEMORY_BYTES, timeoutMs = TIMEOUT_MS } = options
  const common = { ...options, model: basename(options.folder), memoryBytes, timeoutMs }
  const texts = new EmbedderQueue({
    ...common,
    idleMs: options.textIdleMs ?? TEXT_IDLE_MS,
    maxWaiting: options.maxWaitingTexts ?? MAX_WAITING_TEXTS,
    priority: 'interactive',
  })
  const images = new EmbedderQueue({
    ...common,
    idleMs: options.imageIdleMs ?? IMAGE_IDLE_MS,
    priority: 'background',
  })
  return {
    async embedText(text, signal) {
      const [embedding] = await texts.submit({ name: 'text', text }, signal)
      return embedding as Float32Array
    },
    async embedImages(files, signal) {
      if (files.length === 0) return []
      return await images.submit({ name: 'images', files: [...files] }, signal)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([texts.close(), images.close()])
    },
  }
}
