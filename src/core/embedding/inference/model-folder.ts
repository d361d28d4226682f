import { z } from 'zod'
import { readPreprocessing, type Preprocessing } from './preprocessing.ts'
import { missingFile, unsupportedFile } from './model-error.ts'
import { findFileSize, readModelJson } from './model-file.ts'

/** A folder with an embedding model, in the layout of ONNX exports for transformers.js. */
export interface ModelFolder {
  path: string
  family: ModelFamily
  /** Length of the embeddings. */
  dimension: number
  /** Tokens of a text, special tokens included; further ones are cut off. */
  maxTokens: number
  preprocessing: Preprocessing
  /** Paths of the two towers in the folder. */
  textModel: string
  visionModel: string
}

/**
 * SigLIP differs from CLIP in the text (lower case, padded to a fixed length) and in the names of the outputs. The
 * fixed-resolution models of SigLIP 2 call themselves `siglip`, too.
 */
export type ModelFamily = 'clip' | 'siglip'

/** Defaults of transformers for values that a config lacks. */
const DEFAULTS: Record<ModelFamily, { dimension: number; maxTokens: number }> = {
  clip: { dimension: 512, maxTokens: 77 },
  siglip: { dimension: 768, maxTokens: 64 },
}

/**
 * The variants of each tower, the preferred first. Text towers lose nothing by quantization; vision towers lose much,
 * so one with all digits is preferred.
 */
const TEXT_MODELS = ['text_model_quantized', 'text_model', 'text_model_fp16']
const VISION_MODELS = ['vision_model', 'vision_model_fp16', 'vision_model_quantized']

const DIMENSION = z.int().min(1).max(8192).optional()

const CONFIG = z.looseObject({
  model_type: z.string(),
  projection_dim: DIMENSION,
  text_config: z
    .looseObject({ max_position_embeddings: z.int().min(2).max(4096).optional() })
    .optional(),
  vision_config: z.looseObject({ hidden_size: DIMENSION }).optional(),
})

/** @throws CatalogError whose code says why the model cannot be used */
export async function readModelFolder(path: string): Promise<ModelFolder> {
  const config = await readModelJson(path, 'config.json', CONFIG)
  const family = findFamily(config.model_type)
  const fallback = DEFAULTS[family]
  const dimension = family === 'clip' ? config.projection_dim : config.vision_config?.hidden_size
  return {
    path,
    family,
    dimension: dimension ?? fallback.dimension,
    maxTokens: config.text_config?.max_position_embeddings ?? fallback.maxTokens,
    preprocessing: await readPreprocessing(path),
    textModel: await findTower(path, TEXT_MODELS),
    visionModel: await findTower(path, VISION_MODELS),
  }
}

function findFamily(type: string): ModelFamily {
  if (type === 'clip' || type === 'siglip') return type
  throw unsupportedFile('config.json', `names the model type "${type}", not "clip" or "siglip"`)
}

async function findTower(path: string, names: readonly string[]): Promise<string> {
  const files = names.map((name) => `onnx/${name}.onnx`)
  for (const file of files) if (await findFileSize(path, file)) return file
  throw missingFile(files.join(' or '), path)
}
