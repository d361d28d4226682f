import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runtimeFolder } from '../../src/core/embedding/models/installed-runtime.ts'
import { installTestModel, MODEL_FILES, TIMESTAMP, readModelInUse } from '../support/models.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import { runCli } from '../support/test-cli.ts'

const VISION = 'onnx/vision_model_quantized.onnx'

function model({ data, clock }: TestCatalog, ...words: string[]) {
  return runCli(['model', ...words], { env: { CATALOG_DATA: data }, clock })
}

async function modelJson(opened: TestCatalog, ...words: string[]) {
  const { stdout } = await model(opened, ...words, '--json')
  return JSON.parse(stdout)
}

test('lists the known models of a catalog without models, and how to install one', async () => {
  await using opened = await openTestCatalog()
  const { code, stdout, stderr } = await model(opened, 'list', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({
      name: 'siglip2-base',
      state: 'not_installed',
      in_use: false,
      size: 689_657_135,
      revision: 'ba1f3b0843f24bc5417d38e19c37b287d719b2f4',
      license: expect.stringContaining('declares no license'),
      verified_at: null,
    }),
    expect.objectContaining({ name: 'clip-b32', state: 'not_installed', size: 155_851_446 }),
  ])
  expect(stderr).toContain('catalog model fetch siglip2-base && catalog model use siglip2-base')
})

test('a model is in use once it was chosen, and none after `use none`', async () => {
  await using opened = await openTestCatalog()
  const folder = await installTestModel(opened.data, 'small')
  expect(await readModelInUse(opened.catalog)).toBeNull()
  const used = await modelJson(opened, 'use', 'small')
  expect(used).toEqual({ in_use: 'small', key: expect.any(String), previous: null })
  expect(await readModelInUse(opened.catalog)).toMatchObject({ folder, key: used.key })
  const { stdout, stderr } = await model(opened, 'list', '--json')
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)[0]).toMatchObject({
    name: 'small',
    state: 'installed',
    in_use: true,
    size: Object.values(MODEL_FILES).reduce((sum, { length }) => sum + length, 0),
    verified_at: TIMESTAMP,
  })
  expect(await modelJson(opened, 'use', 'none')).toEqual({
    in_use: null,
    key: null,
    previous: 'small',
  })
  expect(await readModelInUse(opened.catalog)).toBeNull()
})

test('models with other names, revisions or files have other keys', async () => {
  await using opened = await openTestCatalog()
  const files = [{ path: 'config.json', size: 1, sha256: 'a'.repeat(64), pinned_at: null }]
  await writeFile(join(await installTestModel(opened.data, 'files', { files }), 'config.json'), '1')
  await installTestModel(opened.data, 'one')
  await installTestModel(opened.data, 'two')
  await installTestModel(opened.data, 'revision', { name: 'one', revision: 'def' })
  await installTestModel(opened.data, 'same', { name: 'one' })
  const keys = new Map<string, string>()
  for (const name of ['one', 'two', 'revision', 'files', 'same']) {
    keys.set(name, (await modelJson(opened, 'use', name)).key)
  }
  expect(keys.get('same')).toBe(keys.get('one'))
  expect(new Set(keys.values()).size).toBe(4)
})

test.each([
  ['use siglip2-base', 5, 'catalog model fetch siglip2-base'],
  ['use ../other', 2, 'not a name of a model'],
  ['verify siglip2-base', 5, 'catalog model fetch siglip2-base'],
  ['verify .incoming', 2, 'not a name of a model'],
])('%s fails without such a model', async (words, expected, sentence) => {
  await using opened = await openTestCatalog()
  const { code, stderr } = await model(opened, ...words.split(' '))
  expect([code, stderr]).toEqual([expected, expect.stringContaining(sentence)])
})

test('a model with a missing or cut file is incomplete and cannot be used', async () => {
  await using opened = await openTestCatalog()
  const folder = await installTestModel(opened.data, 'small')
  await model(opened, 'use', 'small')
  await writeFile(join(folder, VISION), 'cut')
  const { code, stderr } = await model(opened, 'use', 'small')
  expect([code, stderr]).toEqual([9, expect.stringContaining('has 3 bytes instead of 150000')])
  expect(await readModelInUse(opened.catalog)).toBeNull()
  await rm(join(folder, VISION))
  expect((await modelJson(opened, 'list'))[0]).toMatchObject({
    name: 'small',
    state: 'incomplete',
    in_use: true,
    problem: `${VISION} is missing`,
  })
})

test('a damaged manifest is reported, and its model is not used', async () => {
  await using opened = await openTestCatalog()
  const folder = await installTestModel(opened.data, 'small')
  await model(opened, 'use', 'small')
  const escaping = {
    path: '../../catalog.sqlite',
    size: 1,
    sha256: 'a'.repeat(64),
    pinned_at: null,
  }
  await installTestModel(opened.data, 'hostile', { files: [escaping] })
  for (const name of ['small', 'hostile']) {
    if (name === 'small') await writeFile(join(folder, 'manifest.json'), '{"format":"catalog-m')
    const { code, stderr } = await model(opened, 'verify', name)
    expect([code, stderr]).toEqual([8, expect.stringMatching(/manifest.json is damaged[^]*Delete/)])
  }
  expect(await readModelInUse(opened.catalog)).toBeNull()
  const rows = await modelJson(opened, 'list')
  expect(rows[0]).toMatchObject({ name: 'hostile', state: 'damaged', size: null })
  expect(rows[1]).toMatchObject({ name: 'small', state: 'damaged', in_use: true })
})

test('verify records the time if all digests are correct', async () => {
  await using opened = await openTestCatalog()
  await installTestModel(opened.data, 'small')
  await installTestModel(opened.data, 'other')
  const { code, stdout } = await model(opened, 'verify', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toHaveLength(12)
  expect(JSON.parse(stdout)[0]).toMatchObject({ model: 'other', path: 'config.json', state: 'ok' })
  const [other, small] = await modelJson(opened, 'list')
  expect(small.verified_at).not.toBe(TIMESTAMP)
  expect(other.verified_at).toBe(small.verified_at)
})

test('verify names the damaged files, and what to do', async () => {
  await using opened = await openTestCatalog()
  const folder = await installTestModel(opened.data, 'small')
  const damaged = Buffer.from(MODEL_FILES[VISION]!)
  damaged[70_000]! ^= 1
  await writeFile(join(folder, VISION), damaged)
  await rm(join(folder, 'config.json'))
  const { code, stdout, stderr } = await model(opened, 'verify', 'small', '--json')
  expect(code).toBe(11)
  expect(stderr).toContain(`The model small is damaged: config.json, ${VISION}.`)
  expect(stderr).toContain('catalog model add small DIR')
  const states = JSON.parse(stdout).map(({ path, state }: Record<string, string>) => [path, state])
  expect(Object.fromEntries(states)).toMatchObject({
    'config.json': 'missing',
    'tokenizer.json': 'ok',
    [VISION]: 'damaged',
  })
  expect((await modelJson(opened, 'list'))[0].verified_at).toBe(TIMESTAMP)
})

test('verify checks the runtime, too, and names the command that replaces it', async () => {
  await using opened = await openTestCatalog()
  const folder = await installTestModel(opened.data, 'small')
  const runtime = runtimeFolder(join(opened.data, 'models'))
  await cp(folder, runtime, { recursive: true })
  const manifest = join(runtime, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace('"name": "small"', '"name": "onnxruntime"'))
  expect((await model(opened, 'verify')).code).toBe(0)
  await rm(join(runtime, VISION))
  const { code, stderr } = await model(opened, 'verify')
  expect([code, stderr]).toEqual([11, expect.stringContaining('catalog model runtime')])
  expect(stderr).toContain(`The runtime onnxruntime is damaged: ${VISION}.`)
})

test('verify works in a folder that cannot be written', async () => {
  await using opened = await openTestCatalog()
  const folder = await installTestModel(opened.data, 'small')
  // Other than permissions, this also stops root.
  await mkdir(join(folder, 'manifest.json.part'))
  const { code, stderr } = await model(opened, 'verify')
  expect([code, stderr]).toEqual([0, expect.stringContaining('could not be recorded')])
})

test('verify has nothing to do without models', async () => {
  await using opened = await openTestCatalog()
  const { code, stderr } = await model(opened, 'verify')
  expect([code, stderr]).toEqual([0, expect.stringContaining('No model is installed.')])
})

test('the commands require a catalog', async () => {
  await using opened = await openTestCatalog()
  for (const words of [['list'], ['use', 'none'], ['verify']]) {
    const { code, stderr } = await runCli(['model', ...words, '--data', opened.folder])
    expect([code, stderr]).toEqual([5, expect.stringContaining('There is no catalog')])
  }
})

test('other files in the folder of models are not models', async () => {
  await using opened = await openTestCatalog()
  const folder = await installTestModel(opened.data, 'small')
  await symlink(folder, join(opened.data, 'models', 'link'))
  await writeFile(join(opened.data, 'models', 'notes.txt'), '')
  const names = (await modelJson(opened, 'list')).map(({ name }: { name: string }) => name)
  expect(names).toEqual(['small', 'siglip2-base', 'clip-b32'])
})
