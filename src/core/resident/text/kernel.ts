import { loadKernel, type KernelMemory } from '../index/load-kernel.ts'

/**
 * The functions of `kernels/text/index.ts`. Numbers without a sign come with one from WebAssembly, so large addresses
 * are negative.
 */
export interface TextKernel {
  readonly memory: KernelMemory
  allocateInput(bytes: number): number
  addWord(trigrams: number, count: number, scripts: number): void
  setTexts(row: number, texts: number, length: number): void
  restoreRecords(records: number, length: number): void
  countRows(): number
  countWords(): number
  countWordsInUse(): number
  getRecord(row: number): number
  scoreRow(row: number, trigrams: number, count: number, patternSize: number): number
  startScan(trigrams: number, count: number, patternSize: number, limit: number): number
  allocateRows(scan: number, count: number): number
  omitRow(scan: number, row: number): void
  advanceScan(scan: number): number
  getMatches(scan: number): number
  countMatches(scan: number): number
  freeScan(scan: number): void
}

export function createTextKernel(): TextKernel {
  return loadKernel<TextKernel>('text')
}

/** Views numbers in the memory of the kernel. The view is valid until the next call, which may move the memory. */
export function viewNumbers({ memory }: TextKernel, address: number, length: number): Uint32Array {
  return new Uint32Array(memory.buffer, address >>> 0, length)
}

/** Copies numbers to where the kernel reads them. @returns their address, valid until the next call */
export function passNumbers(kernel: TextKernel, numbers: ArrayLike<number>): number {
  const address = kernel.allocateInput(4 * numbers.length)
  viewNumbers(kernel, address, numbers.length).set(numbers)
  return address
}
