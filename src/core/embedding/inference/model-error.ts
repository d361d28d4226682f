import { CatalogError } from '../../base/errors.ts'
import { MODEL_MEMORY_BYTES } from '../../base/limits.ts'

/** Why no embedding can be computed. */
export type ModelErrorCode =
  /** A file is missing, or the model is not installed. */
  | 'model_incomplete'
  /** A file cannot be read as what it should be. */
  | 'model_damaged'
  /** The files are sound, but this program cannot use such a model. */
  | 'model_unsupported'
  /** onnxruntime is not installed, or does not run on this host. */
  | 'runtime_missing'
  /** There is not enough memory for the model. */
  | 'out_of_memory'
  /** The process that computes embeddings did not start, or ended before it computed one. */
  | 'embedder_unstarted'
  /** An embedding could not be computed although the process has computed others. */
  | 'embedder_failed'

interface ModelErrorDetails {
  code: ModelErrorCode
  /** Advice for the administrator. */
  hint: string
  /** Written to the log, never shown to users. */
  detail?: string | undefined
  /** Name of the model. */
  model?: string | undefined
}

/** After this time, a model that did not start or had no memory may work. */
export const RETRY_SECONDS = 30

const TRANSIENT: readonly ModelErrorCode[] = [
  'out_of_memory',
  'embedder_unstarted',
  'embedder_failed',
]

/** The error of an embedding model that cannot be used: kind `unavailable`, with a code. */
export class ModelError extends CatalogError {
  /** The end of the sentence "The embedding model cannot be used: …", without a period. */
  readonly reason: string
  readonly code: ModelErrorCode

  constructor(reason: string, { code, hint, detail, model }: ModelErrorDetails) {
    const subject = model === undefined ? 'The embedding model' : `The embedding model ${model}`
    super('unavailable', `${subject} cannot be used: ${reason}.`, {
      code,
      hint,
      ...(detail && { detail }),
      ...(TRANSIENT.includes(code) && { retryAfterSeconds: RETRY_SECONDS }),
    })
    this.reason = reason
    this.code = code
  }
}

const REPLACE_MODEL = 'Check it with `catalog model verify`, and install it again if it is damaged.'

export function missingFile(file: string, detail?: string): ModelError {
  return new ModelError(`${file} is missing`, {
    code: 'model_incomplete',
    hint: REPLACE_MODEL,
    detail,
  })
}

/** @param reason completes the sentence "onnx/text_model.onnx …" */
export function damagedFile(file: string, reason: string, detail?: string): ModelError {
  return new ModelError(`${file} ${reason}`, { code: 'model_damaged', hint: REPLACE_MODEL, detail })
}

/** @param reason completes the sentence "config.json …" */
export function unsupportedFile(file: string, reason: string): ModelError {
  const hint = 'Choose a CLIP or SigLIP model that was exported to ONNX with separate towers.'
  return new ModelError(`${file} ${reason}`, { code: 'model_unsupported', hint })
}

/** Whether this is the message of onnxruntime or V8 about a lack of memory. */
export function isOutOfMemory(message: string): boolean {
  return /bad.?alloc|failed to allocate|allocation failed|out of memory/i.test(message)
}

export function outOfMemory(detail: string): ModelError {
  const gigabytes = MODEL_MEMORY_BYTES / 1024 ** 3
  return new ModelError('there is not enough memory for it', {
    code: 'out_of_memory',
    hint: `Use a smaller model (catalog model list), or give the host more memory. A model may use up to ${gigabytes} GiB.`,
    detail,
  })
}
