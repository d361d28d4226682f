import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFile,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../../../../src/core/base/clock.ts'
import {
  findRuntimeProblem,
  loadRuntime,
} from '../../../../../src/core/embedding/inference/onnx-runtime.ts'
import { installRuntime } from '../../../../../src/core/embedding/models/install-runtime.ts'
import {
  RUNTIME,
  type KnownRuntime,
} from '../../../../../src/core/embedding/models/known-runtime.ts'
import { modelsFolder } from '../../../../../src/core/embedding/models/model-folders.ts'
import manifest from '../../../../../package.json' with { type: 'json' }
import lock from '../../../../../package-lock.json' with { type: 'json' }

const HERE = `bin/napi-v6/${process.platform}/${process.arch}/binding.node`
const ELSEWHERE = 'bin/napi-v6/elsewhere/x64/binding.node'
const FILES: Record<string, Record<string, string>> = {
  'onnxruntime-node': {
    'package.json': '{"main":"dist/index.js"}',
    'dist/index.js': "exports.origin = require('onnxruntime-common').origin",
    'script/install.js': 'throw new Error("Never runs.")',
    [HERE]: 'native code',
    [ELSEWHERE]: 'native code',
  },
  'onnxruntime-common': {
    'package.json': '{"main":"dist/cjs/index.js"}',
    'dist/cjs/index.js': "exports.origin = 'beside the models'",
    'dist/esm/index.js': '',
  },
}

/** Packs small packages with the layout of the runtime, as npm does, and describes them. */
async function packRuntime(folder: string): Promise<KnownRuntime> {
  const packages = RUNTIME.packages.map(async (known) => {
    const source = join(folder, known.name)
    for (const [path, content] of Object.entries(FILES[known.name]!)) {
      const file = join(source, 'package', path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
    }
    const archive = join(folder, `${known.name}.tgz`)
    execFileSync('tar', ['-czf', archive, '-C', source, 'package'])
    const bytes = await readFile(archive)
    const sha512 = createHash('sha512').update(bytes).digest('base64')
    return { ...known, size: bytes.length, sha512 }
  })
  return { ...RUNTIME, packages: await Promise.all(packages) }
}

async function prepare() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-runtime-'))
  const data = join(folder.path, 'data')
  const known = await packRuntime(folder.path)
  const obtained: string[] = []
  const source = {
    source: folder.path,
    async obtain({ name }: { name: string }, path: string) {
      obtained.push(name)
      await copyFile(join(folder.path, `${name}.tgz`), path)
    },
  }
  return {
    archives: folder.path,
    data,
    obtained,
    install: () => installRuntime({ data, clock: systemClock }, source, known),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

test('installs the files of this system beside the models, and loads them from there', async () => {
  await using scene = await prepare()
  const { state, runtime } = await scene.install()
  expect(state).toBe('installed')
  const paths = runtime.manifest.files.map(({ path }) => path)
  expect(paths.sort()).toEqual([
    'node_modules/onnxruntime-common/dist/cjs/index.js',
    'node_modules/onnxruntime-common/package.json',
    `node_modules/onnxruntime-node/${HERE}`,
    'node_modules/onnxruntime-node/dist/index.js',
    'node_modules/onnxruntime-node/package.json',
  ])
  const loaded = await loadRuntime(modelsFolder(scene.data))
  expect(loaded).toMatchObject({ origin: 'beside the models' })
  expect(await readdir(join(modelsFolder(scene.data), '.incoming'))).toEqual([])
})

test('a runtime that is installed is only checked, and replaced if it is damaged', async () => {
  await using scene = await prepare()
  const { runtime } = await scene.install()
  expect((await scene.install()).state).toBe('already_installed')
  expect(scene.obtained).toHaveLength(2)
  const file = join(runtime.folder, 'node_modules/onnxruntime-node', HERE)
  await writeFile(file, 'NATIVE CODE')
  expect((await scene.install()).state).toBe('repaired')
  expect(await readFile(file, 'utf8')).toBe('native code')

  await rm(file)
  expect(await findRuntimeProblem(modelsFolder(scene.data))).toMatchObject({
    code: 'runtime_missing',
    reason: expect.stringContaining('binding.node is missing'),
    details: { hint: expect.stringContaining('catalog model runtime') },
  })
  await writeFile(join(runtime.folder, 'manifest.json'), '{')
  expect(await findRuntimeProblem(modelsFolder(scene.data))).toMatchObject({
    code: 'runtime_missing',
  })
  expect((await scene.install()).state).toBe('installed')
  expect(await findRuntimeProblem(modelsFolder(scene.data))).toBeUndefined()
})

test('rejects an archive with another digest, and continues with those it has', async () => {
  await using scene = await prepare()
  const archive = join(scene.archives, 'onnxruntime-common.tgz')
  const bytes = await readFile(archive)
  await writeFile(archive, Buffer.concat([bytes, Buffer.from('0')]))
  await expect(scene.install()).rejects.toMatchObject({
    kind: 'unsupported',
    details: { code: 'wrong_digest' },
  })
  await writeFile(archive, bytes)
  expect((await scene.install()).state).toBe('installed')
  expect(scene.obtained).toEqual(['onnxruntime-node', 'onnxruntime-common', 'onnxruntime-common'])
})

test('the tests use the version that is installed, with the same digests', () => {
  expect(manifest.devDependencies['onnxruntime-node']).toBe(RUNTIME.version)
  for (const { name, sha512 } of RUNTIME.packages) {
    const { version, integrity } = lock.packages[
      `node_modules/${name}` as keyof typeof lock.packages
    ] as {
      version: string
      integrity: string
    }
    expect([version, integrity]).toEqual([RUNTIME.version, `sha512-${sha512}`])
  }
})
