import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeOnnxModel, type OnnxModel } from '../../fixtures/generator/models/onnx-file.ts'
import { TINY_SIGLIP, weights } from '../../fixtures/generator/models/tiny-siglip.ts'
import { chooseModel } from '../../src/core/writes/chosen-model.ts'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { updateEmbeddingModels } from '../../src/core/jobs/embedding-models.ts'
import { findAnsweringModel } from '../../src/core/queries/images/embeddings.ts'
import { installFromFolder } from '../../src/core/embedding/models/add-model.ts'
import { readInstalledModel } from '../../src/core/embedding/models/installed-models.ts'
import { encodeVector } from '../../src/core/model/vectors/vector-encoding.ts'
import { hostContext } from './host-context.ts'

/** The folder of a model in `fixtures/models`. */
export function modelFixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/models/${name}`, import.meta.url))
}

const { dimension, length, side, patch } = TINY_SIGLIP

/** What the text tower of tiny-siglip computes, in other words. */
export function siglipEmbeddingOfTokens(tokens: readonly number[], vocabulary: number): number[] {
  const token = numbersOf('tokens', [vocabulary, dimension])
  const place = numbersOf('places', [length, dimension])
  const states = tokens.map((id, at) =>
    fill(dimension, (i) => Math.tanh(token[id * dimension + i]! + place[at * dimension + i]!)),
  )
  return toUnitLength(fill(dimension, (i) => sum(states.map((state) => state[i]!))))
}

/**
 * What the vision tower of tiny-siglip computes of a picture that needs no resizing, in other words.
 * @param pixels RGB, 8 bits, in rows
 */
export function siglipEmbeddingOfPixels(pixels: Uint8Array): number[] {
  const kernel = numbersOf('patches', [dimension, 3, patch, patch], 0.1)
  const columns = side / patch
  const place = numbersOf('places', [dimension, columns, columns])
  const places = fill(columns * columns, (at) => at)
  return toUnitLength(
    fill(dimension, (i) =>
      sum(places.map((at) => Math.tanh(convolve(i, at) + place[i * columns * columns + at]!))),
    ),
  )

  function convolve(output: number, at: number): number {
    const [left, top] = [(at % columns) * patch, Math.floor(at / columns) * patch]
    const products = fill(3 * patch * patch, (index) => {
      const [channel, cell] = [Math.floor(index / (patch * patch)), index % (patch * patch)]
      const [x, y] = [left + (cell % patch), top + Math.floor(cell / patch)]
      const value = pixels[(y * side + x) * 3 + channel]! / 127.5 - 1
      return kernel[output * 3 * patch * patch + index]! * value
    })
    return sum(products)
  }
}

function numbersOf(name: string, shape: number[], scale = 1): Float32Array {
  return weights(name, shape, scale).data as Float32Array
}

function toUnitLength(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

function fill(count: number, value: (index: number) => number): number[] {
  return Array.from({ length: count }, (_, index) => value(index))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Installs a model of `fixtures/models` under a name and chooses it. The same files under another name are another model. */
export function useModelFixture(
  opened: { catalog: Catalog },
  name: string,
  fixture = 'tiny-siglip',
): Promise<void> {
  return useModel(opened, name, modelFixture(fixture))
}

/** Installs a model from a folder under a name and chooses it. */
export async function useModel(
  { catalog }: { catalog: Catalog },
  name: string,
  folder: string,
): Promise<void> {
  const place = { data: catalog.config.data, clock: catalog.clock }
  if (!(await readInstalledModel(place.data, name))) await installFromFolder(place, name, folder)
  await catalog.write((tx) => chooseModel(tx, name, hostContext(catalog.clock)))
  await updateEmbeddingModels(catalog)
}

/** Writes a model like tiny-siglip whose towers need more memory than any host has. */
export async function writeGreedyModel(folder: string): Promise<void> {
  await cp(modelFixture('tiny-siglip'), folder, { recursive: true })
  const write = (file: string, model: OnnxModel) =>
    writeFile(join(folder, 'onnx', file), encodeOnnxModel(model))
  await write('text_model_quantized.onnx', greedyTower('input_ids', 'int64', 2))
  await write('vision_model.onnx', greedyTower('pixel_values', 'float', 4))
}

/** Expands its input to 2 ** 38 rows. */
function greedyTower(input: string, type: 'int64' | 'float', rank: number): OnnxModel {
  const sizes = Array.from({ length: rank }, (_, axis) => `size_${axis}`)
  const shape = BigInt64Array.from(sizes, (_, axis) => (axis === 0 ? 2n ** 38n : 1n))
  return {
    inputs: [{ name: input, type, shape: sizes }],
    outputs: [{ name: 'pooler_output', type, shape: sizes }],
    nodes: [{ operator: 'Expand', inputs: [input, 'shape'], outputs: ['pooler_output'] }],
    weights: [{ name: 'shape', shape: [rank], data: shape }],
  }
}

/** Stores an embedding by the answering model, without a job. Missing numbers of the vector are 0; its length becomes 1. */
export async function storeEmbedding(
  opened: { catalog: Pick<Catalog, 'reads' | 'write'> },
  imageId: number,
  vector: readonly number[],
): Promise<void> {
  await storeEmbeddings(opened, new Map([[imageId, vector]]))
}

/** Stores embeddings by the ids of their images, as `storeEmbedding`. */
export async function storeEmbeddings(
  { catalog }: { catalog: Pick<Catalog, 'reads' | 'write'> },
  vectors: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const model = await findAnsweringModel(catalog.reads)
  const rows = [...vectors].map(([imageId, vector]) => {
    const unit = Float32Array.from(toUnitLength(fill(dimension, (at) => vector[at] ?? 0)))
    return { image_id: imageId, model_id: model!.id, picture: 'x', vector: encodeVector(unit) }
  })
  await catalog.write(async (tx) => {
    await tx
      .deleteFrom('embedding')
      .where('image_id', 'in', [...vectors.keys()])
      .execute()
    await tx.insertInto('embedding').values(rows).execute()
  })
}
