import { CatalogError } from '../../errors.ts'

/** Why no embedding can be computed. */
export type ModelErrorCode =
  /** A file is missing. */
  | 'model_incomplete'
  /** A file cannot be read as what it should be. */
  | 'model_damaged'
  /** The files are sound, but this program cannot use such a model. */
  | 'model_unsupported'
  /** onnxruntime is not installed, or does not run on this host. */
  | 'runtime_missing'
  /** The process that computes embeddings failed or ran out of memory. */
  | 'embedder_failed'

interface ModelErrorDetails {
  /** What an administrator can do. */
  hint: string
  /** Written to the log, never shown to users. */
  detail?: string | undefined
}

/** Creates the error of an embedding model that cannot be used: kind `unavailable`, with a code. */
export function modelError(
  code: ModelErrorCode,
  message: string,
  { hint, detail }: ModelErrorDetails,
): CatalogError {
  return new CatalogError('unavailable', message, { code, hint, ...(detail && { detail }) })
}

const REPLACE_MODEL = 'Check it with `catalog model verify`, and install it again if it is damaged.'

export function missingFile(file: string, detail?: string): CatalogError {
  const message = `The embedding model is incomplete: ${file} is missing.`
  return modelError('model_incomplete', message, { hint: REPLACE_MODEL, detail })
}

/** @param reason completes the sentence "onnx/text_model.onnx …" */
export function damagedFile(file: string, reason: string, detail?: string): CatalogError {
  const message = `The embedding model is damaged: ${file} ${reason}.`
  return modelError('model_damaged', message, { hint: REPLACE_MODEL, detail })
}

/** @param reason completes the sentence "config.json …" */
export function unsupportedFile(file: string, reason: string): CatalogError {
  const message = `The embedding model is not supported: ${file} ${reason}.`
  const hint = 'Choose a CLIP or SigLIP model that was exported to ONNX with separate towers.'
  return modelError('model_unsupported', message, { hint })
}
