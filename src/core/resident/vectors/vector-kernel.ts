import { loadKernel, type KernelMemory } from '../index/load-kernel.ts'

/**
 * The functions of `kernels/vectors/index.ts`. Numbers without a sign come with one from WebAssembly, so large addresses
 * are negative.
 */
export interface VectorKernel {
  readonly memory: KernelMemory
  configure(dimension: number): number
  reserveRows(count: number): void
  setVector(row: number): number
  getCode(row: number): number
  getScale(row: number): number
  addToMean(first: number, end: number): void
  replaceMean(count: number): void
  deriveSigns(first: number, end: number): void
  setQuery(): number
  selectRows(count: number): number
  clearScores(): void
  estimateRows(first: number, end: number, margin: number): void
  getPeaks(): number
  scoreRows(first: number, end: number): void
  scoreEstimated(first: number, end: number, least: number, most: number): void
  countScores(): number
  getScoredRows(): number
  getScores(): number
}

export function createVectorKernel(): VectorKernel {
  return loadKernel<VectorKernel>('vectors')
}

/** Views memory of the kernel, until the next call, which may move it. */
export function viewFloats(
  { memory }: VectorKernel,
  address: number,
  length: number,
): Float32Array<ArrayBuffer> {
  return new Float32Array(memory.buffer, address >>> 0, length)
}

export function viewNumbers(
  { memory }: VectorKernel,
  address: number,
  length: number,
): Uint32Array {
  return new Uint32Array(memory.buffer, address >>> 0, length)
}

export function viewBytes({ memory }: VectorKernel, address: number, length: number): Uint8Array {
  return new Uint8Array(memory.buffer, address >>> 0, length)
}

export function viewSignedBytes(
  { memory }: VectorKernel,
  address: number,
  length: number,
): Int8Array {
  return new Int8Array(memory.buffer, address >>> 0, length)
}
