import type { ModelFolder } from './model-folder.ts'
import { openTower, type TensorData } from './onnx-runtime.ts'
import { loadTokenizer } from './tokenizer.ts'

export type EmbedText = (text: string) => Promise<Float32Array>

/**
 * Loads the text tower of a model and its tokenizer.
 * @returns computes the normalized embedding of a text
 * @throws CatalogError whose code says why they cannot be loaded
 */
export async function loadTextTower(model: ModelFolder): Promise<EmbedText> {
  const { path: folder, textModel: file, dimension } = model
  const tokenize = await loadTokenizer(model)
  const inputs = ['input_ids', 'attention_mask']
  const tower = await openTower({ folder, file, dimension, inputs })
  return async (text) => {
    const tokens = BigInt64Array.from(tokenize(text), BigInt)
    // Neither family masks: CLIP's texts have no padding, and SigLIP attends to it.
    const mask = tower.inputNames.includes('attention_mask') && tokens.map(() => 1n)
    const [embedding] = await tower.run({
      input_ids: sequence(tokens),
      ...(mask && { attention_mask: sequence(mask) }),
    })
    return embedding as Float32Array
  }
}

function sequence(data: BigInt64Array): TensorData {
  return { data, dimensions: [1, data.length] }
}
