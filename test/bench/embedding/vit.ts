import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  encodeOnnxModel,
  type OnnxModel,
  type OnnxNode,
  type OnnxWeight,
} from '../../../fixtures/generator/models/onnx-file.ts'
import { modelFixture } from '../../support/embedding-models.ts'

/** The sizes of a vision transformer; those of ViT-B/16 by default. */
export interface VitSizes {
  side: number
  patch: number
  width: number
  layers: number
  heads: number
}

const VIT_B16: VitSizes = { side: 224, patch: 16, width: 768, layers: 12, heads: 12 }

/** Writes a model whose vision tower is a vision transformer with random weights; its text tower is that of tiny-siglip. */
export async function writeVitModel(folder: string, sizes = VIT_B16): Promise<void> {
  await cp(modelFixture('tiny-siglip'), folder, { recursive: true })
  await mkdir(join(folder, 'onnx'), { recursive: true })
  const { side: size, width } = sizes
  await writeJson(join(folder, 'config.json'), {
    model_type: 'siglip',
    vision_config: { hidden_size: width },
  })
  await writeJson(join(folder, 'preprocessor_config.json'), {
    image_mean: [0.5, 0.5, 0.5],
    image_std: [0.5, 0.5, 0.5],
    resample: 2,
    size: { height: size, width: size },
  })
  await writeFile(join(folder, 'onnx/vision_model.onnx'), encodeOnnxModel(createVit(sizes)))
}

async function writeJson(path: string, value: object): Promise<void> {
  await writeFile(path, JSON.stringify(value))
}

/** The nodes and weights of ViT, with the mean of all patches as its result. */
function createVit({ side, patch, width, layers, heads }: VitSizes): OnnxModel {
  const patches = (side / patch) ** 2
  const graph = new Graph()
  const shape = graph.integers('patch_shape', [0, width, patches])
  const convolved = graph.add(
    'Conv',
    ['pixel_values', graph.weight([width, 3, patch, patch]), graph.weight([width])],
    { kernel_shape: [patch, patch], strides: [patch, patch] },
  )
  const flat = graph.add('Reshape', [convolved, shape])
  const rows = graph.add('Transpose', [flat], { perm: [0, 2, 1] })
  let state = graph.add('Add', [rows, graph.weight([patches, width])])
  const attention = createAttention(graph, { patches, width, heads })
  for (let layer = 0; layer < layers; layer += 1) {
    const attended = attention(graph.normalize(state, width))
    state = graph.add('Add', [state, attended])
    const hidden = graph.linear(graph.normalize(state, width), width, 4 * width)
    const activated = graph.gelu(hidden)
    state = graph.add('Add', [state, graph.linear(activated, 4 * width, width)])
  }
  const normalized = graph.normalize(state, width)
  graph.add('ReduceMean', [normalized], { axes: [1], keepdims: 0 }, 'pooler_output')
  const { nodes, weights } = graph
  return {
    inputs: [{ name: 'pixel_values', type: 'float', shape: ['batch_size', 3, side, side] }],
    outputs: [{ name: 'pooler_output', type: 'float', shape: ['batch_size', width] }],
    nodes,
    weights,
  }
}

function createAttention(
  graph: Graph,
  { patches, width, heads }: { patches: number; width: number; heads: number },
): (input: string) => string {
  const split = graph.integers('split_heads', [0, patches, heads, width / heads])
  const joined = graph.integers('join_heads', [0, patches, width])
  const scale = graph.scalar(1 / Math.sqrt(width / heads))
  return (input) => {
    const project = (perm: number[]): string => {
      const projected = graph.linear(input, width, width)
      return graph.add('Transpose', [graph.add('Reshape', [projected, split])], { perm })
    }
    const query = graph.add('Mul', [project([0, 2, 1, 3]), scale])
    const scores = graph.add('MatMul', [query, project([0, 2, 3, 1])])
    const shares = graph.add('Softmax', [scores], { axis: -1 })
    const mixed = graph.add('MatMul', [shares, project([0, 2, 1, 3])])
    const rows = graph.add('Transpose', [mixed], { perm: [0, 2, 1, 3] })
    return graph.linear(graph.add('Reshape', [rows, joined]), width, width)
  }
}

class Graph {
  readonly nodes: OnnxNode[] = []
  readonly weights: OnnxWeight[] = []

  /** Adds a node. Returns the name of its output. */
  add(
    operator: string,
    inputs: readonly string[],
    attributes: NonNullable<OnnxNode['attributes']> = {},
    output = `value_${this.nodes.length}`,
  ): string {
    this.nodes.push({ operator, inputs, outputs: [output], attributes })
    return output
  }

  weight(shape: readonly number[], data?: Float32Array): string {
    const name = `weight_${this.weights.length}`
    const length = shape.reduce((product, size) => product * size, 1)
    this.weights.push({ name, shape, data: data ?? fillRandom(length) })
    return name
  }

  scalar(value: number): string {
    return this.weight([], Float32Array.of(value))
  }

  integers(name: string, values: readonly number[]): string {
    this.weights.push({
      name,
      shape: [values.length],
      data: BigInt64Array.from(values, BigInt),
    })
    return name
  }

  linear(input: string, from: number, to: number): string {
    const product = this.add('MatMul', [input, this.weight([from, to])])
    return this.add('Add', [product, this.weight([to])])
  }

  normalize(input: string, width: number): string {
    const ones = this.weight([width], new Float32Array(width).fill(1))
    const zeros = this.weight([width], new Float32Array(width))
    return this.add('LayerNormalization', [input, ones, zeros], { axis: -1 })
  }

  /** x / 2 · (1 + erf(x / √2)), as PyTorch exports it. */
  gelu(input: string): string {
    const error = this.add('Erf', [this.add('Div', [input, this.scalar(Math.SQRT2)])])
    const share = this.add('Add', [error, this.scalar(1)])
    return this.add('Mul', [this.add('Mul', [input, share]), this.scalar(0.5)])
  }
}

let seed = 7

/** Uniform numbers around 0, which are faster to draw than normal ones. */
function fillRandom(length: number): Float32Array {
  const values = new Float32Array(length)
  for (let at = 0; at < length; at += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0
    values[at] = seed / 2 ** 31 / 20
  }
  return values
}
