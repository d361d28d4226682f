import { readModelInput } from '../../imaging/model-input.ts'
import type { ModelFolder } from './model-folder.ts'
import { openTower } from './onnx-runtime.ts'
import { fillPixelValues } from './preprocessing.ts'

export type EmbedImage = (path: string) => Promise<Float32Array>

/**
 * Loads the vision tower of a model.
 * @returns computes the normalized embedding of a picture file; it throws PictureError
 * @throws CatalogError whose code says why it cannot be loaded
 */
export async function loadVisionTower(model: ModelFolder): Promise<EmbedImage> {
  const { path: folder, visionModel: file, dimension, preprocessing } = model
  const tower = await openTower({ folder, file, dimension, inputs: ['pixel_values'] })
  const { width, height } = preprocessing.input.crop
  return async (path) => {
    const pixels = await readModelInput(path, preprocessing.input)
    const data = new Float32Array(3 * width * height)
    fillPixelValues(pixels, preprocessing, data)
    const [embedding] = await tower.run({
      pixel_values: { data, dimensions: [1, 3, height, width] },
    })
    return embedding as Float32Array
  }
}
