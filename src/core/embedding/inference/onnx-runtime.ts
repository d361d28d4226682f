import type * as OnnxRuntime from 'onnxruntime-node'
import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CatalogError } from '../../base/errors.ts'
import { findIncompleteFile } from '../models/find-incomplete-file.ts'
import { readInstalledRuntime } from '../models/installed-runtime.ts'
import {
  damagedFile,
  isOutOfMemory,
  ModelError,
  outOfMemory,
  unsupportedFile,
} from './model-error.ts'

/** onnxruntime-node. Loaded on first use only, because it is not on every host, needs 45 MB, and may not load. */
type Runtime = typeof OnnxRuntime

/** A loaded tower. */
export interface Tower {
  readonly inputNames: readonly string[]
  /**
   * Runs the tower.
   * @returns one normalized embedding per item of the batch
   */
  run(inputs: Record<string, TensorData>): Promise<Float32Array[]>
}

export interface TensorData {
  data: Float32Array | BigInt64Array
  dimensions: readonly number[]
}

/**
 * One thread: with two, the same work took twice the CPU time and no less time. What it logs as a warning concerns the
 * authors of models.
 */
const SESSION_OPTIONS = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
} as const satisfies InferenceSession.SessionOptions

interface TowerFile {
  folder: string
  file: string
  /** Length of the embeddings. */
  dimension: number
  /** The supported inputs. */
  inputs: readonly string[]
}

/** @throws CatalogError whose code says why the tower cannot be loaded */
export async function openTower(tower: TowerFile): Promise<Tower> {
  const runtime = await loadRuntime(dirname(tower.folder))
  const session = await openSession(runtime, tower)
  const output = findOutput(session, tower.file)
  requireInputs(session, tower)
  return {
    inputNames: session.inputNames,
    async run(inputs) {
      const feeds = Object.entries(inputs).map(([name, input]) => [
        name,
        createTensor(runtime, input),
      ])
      const results = await runSession(session, Object.fromEntries(feeds), tower)
      return splitEmbeddings(results[output], tower)
    },
  }
}

/**
 * @param models the folder of the models, beside which the runtime is installed
 * @param load imports the package
 * @throws CatalogError with the code `runtime_missing`
 */
export async function loadRuntime(
  models: string,
  load: () => Promise<Runtime> = () => importRuntime(models),
): Promise<Runtime> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw explainMissingRuntime(error as NodeJS.ErrnoException)
  }
}

/** Returns why no model can be used on this host; undefined if onnxruntime loads. */
export async function findRuntimeProblem(
  models: string,
  load?: () => Promise<Runtime>,
): Promise<ModelError | undefined> {
  try {
    await loadRuntime(models, load)
    return undefined
  } catch (error) {
    if (error instanceof ModelError) return error
    throw error
  }
}

/** In a clone of the repository, where none is installed with the models, the package is there for the tests. */
async function importRuntime(models: string): Promise<Runtime> {
  const installed = await readInstalledRuntime(models).catch((error: Error) => {
    throw damagedRuntime(error.message.replace(/\.$/, ''))
  })
  if (!installed) return await import('onnxruntime-node')
  const damage = await findIncompleteFile(installed)
  if (damage !== undefined) throw damagedRuntime(damage)
  return createRequire(join(installed.folder, 'manifest.json'))('onnxruntime-node') as Runtime
}

const INSTALL = 'Install it with: catalog model runtime'

/** @param damage the end of a sentence */
function damagedRuntime(damage: string): ModelError {
  const problem = `onnxruntime is damaged: ${damage}`
  return new ModelError(problem, { code: 'runtime_missing', hint: INSTALL })
}

function explainMissingRuntime({ code, message }: NodeJS.ErrnoException): ModelError {
  const isInstalled = !(code === 'ERR_MODULE_NOT_FOUND' && message.includes('onnxruntime-node'))
  const problem = isInstalled
    ? `onnxruntime does not run on this host (${process.platform}, ${process.arch})`
    : 'onnxruntime, which runs it, is not installed'
  const hint = isInstalled
    ? 'Run the server on Linux with glibc (Debian, not Alpine), on Windows, or on macOS with an ARM processor, with a data directory from which programs may run (no noexec).'
    : INSTALL
  return new ModelError(problem, { code: 'runtime_missing', hint, detail: message })
}

async function openSession(
  runtime: Runtime,
  { folder, file }: TowerFile,
): Promise<InferenceSession> {
  try {
    return await runtime.InferenceSession.create(join(folder, file), SESSION_OPTIONS)
  } catch (error) {
    const { message } = error as Error
    if (isOutOfMemory(message)) throw outOfMemory(message)
    throw damagedFile(file, 'cannot be loaded by onnxruntime', message)
  }
}

async function runSession(
  session: InferenceSession,
  feeds: Record<string, Tensor>,
  { file }: TowerFile,
): Promise<InferenceSession.OnnxValueMapType> {
  try {
    return await session.run(feeds)
  } catch (error) {
    const { message } = error as Error
    throw isOutOfMemory(message) ? outOfMemory(message) : failedRun(file, message)
  }
}

function failedRun(file: string, detail: string): ModelError {
  const hint = 'Check it with `catalog model verify`, or use another one: catalog model list'
  return new ModelError(`onnxruntime could not run ${file}`, {
    code: 'embedder_failed',
    hint,
    detail,
  })
}

/** CLIP projects into the common space, and calls its output so. SigLIP's pooled output is in it already. */
function findOutput({ outputNames }: InferenceSession, file: string): string {
  const name =
    outputNames.find((name) => name.endsWith('_embeds')) ??
    outputNames.find((name) => name === 'pooler_output')
  if (name === undefined)
    throw unsupportedFile(file, `has no output for embeddings, but ${outputNames.join(', ')}`)
  return name
}

function requireInputs({ inputNames }: InferenceSession, { file, inputs }: TowerFile): void {
  const unknown = inputNames.filter((name) => !inputs.includes(name))
  if (unknown.length > 0) throw unsupportedFile(file, `requires the inputs ${unknown.join(', ')}`)
}

function createTensor({ Tensor }: Runtime, { data, dimensions }: TensorData): Tensor {
  return data instanceof Float32Array
    ? new Tensor('float32', data, dimensions)
    : new Tensor('int64', data, dimensions)
}

function splitEmbeddings(output: Tensor | undefined, tower: TowerFile): Float32Array[] {
  const { data, dims = [] } = output ?? {}
  const [count = 0, dimension] = dims
  if (!(data instanceof Float32Array) || dims.length !== 2 || dimension !== tower.dimension) {
    const shape = dims.join(' × ')
    const reason = `returns ${shape} numbers, but the config declares embeddings of ${tower.dimension}`
    throw unsupportedFile(tower.file, reason)
  }
  return Array.from({ length: count }, (_, item) =>
    normalize(data.slice(item * dimension, (item + 1) * dimension), tower),
  )
}

/** Scales a vector to length 1, in place. */
function normalize(vector: Float32Array, { file }: TowerFile): Float32Array {
  const length = Math.hypot(...vector)
  if (!(length > 0 && length < Infinity))
    throw failedRun(file, 'the embedding has no length, or is not finite')
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] as number) / length
  return vector
}
