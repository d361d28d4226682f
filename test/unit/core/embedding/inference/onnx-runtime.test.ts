import { dlopen } from 'node:process'
import { constants } from 'node:os'
import { expect, test } from 'vitest'
import {
  findRuntimeProblem,
  loadRuntime,
} from '../../../../../src/core/embedding/inference/onnx-runtime.ts'

/** Without a runtime beside the models, the one for development is loaded. */
const NO_MODELS = '/nowhere'

test('tells how to install onnxruntime if it is not installed', async () => {
  // The error of a package that is not there, with another name.
  const name = 'onnxruntime-node-that-is-not-installed'
  await expect(loadRuntime(NO_MODELS, () => import(name))).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The embedding model cannot be used: onnxruntime, which runs it, is not installed.',
    details: {
      code: 'runtime_missing',
      hint: expect.stringContaining('catalog model runtime') as string,
    },
  })
})

test('tells where onnxruntime runs if its library does not load', async () => {
  const load = async () => {
    dlopen({ exports: {} }, import.meta.filename, constants.dlopen.RTLD_NOW)
    return await import('onnxruntime-node')
  }
  await expect(loadRuntime(NO_MODELS, load)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('does not run on this host') as string,
    details: { code: 'runtime_missing', hint: expect.stringContaining('glibc') as string },
  })
})

test('finds no problem where onnxruntime loads, and otherwise says what is missing', async () => {
  expect(await findRuntimeProblem(NO_MODELS)).toBeUndefined()
  const name = 'onnxruntime-node-that-is-not-installed'
  expect(await findRuntimeProblem(NO_MODELS, () => import(name))).toMatchObject({
    reason: 'onnxruntime, which runs it, is not installed',
  })
})
