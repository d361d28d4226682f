import { dlopen } from 'node:process'
import { constants } from 'node:os'
import { expect, test } from 'vitest'
import {
  findRuntimeProblem,
  loadRuntime,
} from '../../../../../src/core/search/embedding/onnx-runtime.ts'

test('tells how to install onnxruntime if it is not installed', async () => {
  // The error of a package that is not there, with another name.
  const name = 'onnxruntime-node-that-is-not-installed'
  await expect(loadRuntime(() => import(name))).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The embedding model cannot be used: onnxruntime-node is not installed.',
    details: { code: 'runtime_missing', hint: expect.stringContaining('npm ci') as string },
  })
})

test('tells where onnxruntime runs if its library does not load', async () => {
  const load = async () => {
    dlopen({ exports: {} }, import.meta.filename, constants.dlopen.RTLD_NOW)
    return await import('onnxruntime-node')
  }
  await expect(loadRuntime(load)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('does not run on this host') as string,
    details: { code: 'runtime_missing', hint: expect.stringContaining('glibc') as string },
  })
})

test('finds no problem where onnxruntime loads, and otherwise says what is missing', async () => {
  expect(await findRuntimeProblem()).toBeUndefined()
  const name = 'onnxruntime-node-that-is-not-installed'
  expect(await findRuntimeProblem(() => import(name))).toMatchObject({
    reason: 'onnxruntime-node is not installed',
  })
})
