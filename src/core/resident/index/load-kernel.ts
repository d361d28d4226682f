import { readFileSync } from 'node:fs'

/** The memory of a kernel. It is another buffer after it has grown. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer
}

/** The part of the global object that is used. Node's types don't declare it, those of browsers do. */
interface WebAssemblyApi {
  Module: new (bytes: Uint8Array) => object
  Instance: new (compiled: object) => { exports: unknown }
}

/** Compiled by `bin/build-kernels.js` into `dist`, also for a program that runs from its sources. */
const FOLDER = new URL('../../../../dist/core/resident/kernels/', import.meta.url)

const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi }
const compiled = new Map<string, object>()

/**
 * Returns a new instance of a kernel, with a memory of its own.
 * @param name of a folder in `kernels`
 * @throws Error if it has not been built
 */
export function loadKernel<Exports>(name: string): Exports {
  const module =
    compiled.get(name) ?? new WebAssembly.Module(readFileSync(new URL(`${name}.wasm`, FOLDER)))
  compiled.set(name, module)
  return new WebAssembly.Instance(module).exports as Exports
}
