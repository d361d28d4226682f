import { appendFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readModelFolder } from '../../src/core/embedding/inference/model-folder.ts'
import { mountSmallDisk } from '../support/failing-disk.ts'
import { copyEmptyDatabase } from '../support/empty-database.ts'
import { sendFile, startFileServer, type FileServer } from '../support/file-server.ts'
import {
  installTestModel,
  MODEL_FILES,
  sha256,
  writeModelFiles,
  readModelInUse,
} from '../support/models.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'

const REPOSITORY = 'Xenova/clip-vit-base-patch32'
const TINY_SIGLIP = fileURLToPath(new URL('../../fixtures/models/tiny-siglip', import.meta.url))
const VISION = 'onnx/vision_model_quantized.onnx'

type Files = Readonly<Record<string, Buffer>>

/** A mirror whose only model is the test model, as revision `test` of CLIP. */
function startMirror(files: Files = MODEL_FILES): Promise<FileServer> {
  return startFileServer((response, request) => {
    const prefix = `/${REPOSITORY}/resolve/test/`
    const content = request.url?.startsWith(prefix) && files[request.url.slice(prefix.length)]
    if (content) sendFile(response, request, content)
    else response.writeHead(404).end()
  })
}

function model(
  { data, clock }: Pick<TestCatalog, 'data' | 'clock'>,
  words: string[],
  options: TestCliOptions = {},
) {
  return runCli(['model', ...words], { env: { CATALOG_DATA: data }, clock, ...options })
}

function fetchTest(opened: TestCatalog, { url }: FileServer, ...words: string[]) {
  const fetch = ['fetch', 'clip-b32', '--base-url', url, '--revision', 'test', '--json']
  return model(opened, [...fetch, ...words])
}

async function list(opened: TestCatalog) {
  return JSON.parse((await model(opened, ['list', '--json'])).stdout)
}

/** The catalog of commands that fail, and change nothing. */
const refusing = await openTestCatalog()
afterAll(() => refusing[Symbol.asyncDispose]())

test('downloads a model, records the unknown digests and says so', async () => {
  await using opened = await openTestCatalog()
  await using mirror = await startMirror()
  const { code, stdout, stderr } = await fetchTest(opened, mirror)
  expect(code).toBe(0)
  const folder = join(opened.data, 'models', 'clip-b32')
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'clip-b32',
    state: 'installed',
    folder,
    revision: 'test',
    pinned: Object.keys(MODEL_FILES),
  })
  expect(stderr).toContain('No digests were known of config.json, ')
  expect(stderr).toContain('declares no license')
  expect(stderr).toContain('catalog model use clip-b32')
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({
    format: 'catalog-model',
    repository: REPOSITORY,
    source: `${mirror.url}/${REPOSITORY}/resolve/test`,
  })
  expect(manifest.files).toContainEqual({
    path: VISION,
    size: MODEL_FILES[VISION]!.length,
    sha256: sha256(MODEL_FILES[VISION]!),
    pinned_at: expect.any(String),
  })
  expect(await readFile(join(folder, VISION))).toEqual(MODEL_FILES[VISION])
  expect((await model(opened, ['verify'])).code).toBe(0)
  expect((await model(opened, ['use', 'clip-b32'])).code).toBe(0)
})

test('a model that is installed is only checked', async () => {
  await using opened = await openTestCatalog()
  await using mirror = await startMirror()
  await fetchTest(opened, mirror)
  const before = mirror.requests.length
  const { code, stdout } = await fetchTest(opened, mirror)
  expect([code, JSON.parse(stdout).state]).toEqual([0, 'already_installed'])
  expect(mirror.requests).toHaveLength(before)
})

test('replaces damaged files, but only with the recorded content', async () => {
  await using opened = await openTestCatalog()
  await using mirror = await startMirror()
  await using changed = await startMirror({ ...MODEL_FILES, [VISION]: Buffer.alloc(150_000) })
  await fetchTest(opened, mirror)
  const file = join(opened.data, 'models', 'clip-b32', VISION)
  await writeFile(file, 'damaged')
  await rm(join(opened.data, 'models', 'clip-b32', 'config.json'))
  const refused = await fetchTest(opened, changed)
  expect(refused.code).toBe(3)
  expect(JSON.parse(refused.stdout).error).toMatchObject({
    code: 'wrong_digest',
    message: expect.stringContaining(`instead of ${sha256(MODEL_FILES[VISION]!)}`),
  })
  const { code, stdout } = await fetchTest(opened, mirror)
  expect([code, JSON.parse(stdout).state]).toEqual([0, 'repaired'])
  expect(await readFile(file)).toEqual(MODEL_FILES[VISION])
  expect((await model(opened, ['verify'])).code).toBe(0)
})

test('nothing is installed until all files are there; the next run continues', async () => {
  await using opened = await openTestCatalog()
  await using incomplete = await startMirror({ ...MODEL_FILES, [VISION]: Buffer.alloc(0) })
  await using mirror = await startMirror()
  const { [VISION]: _, ...others } = MODEL_FILES
  await using lacking = await startMirror(others)
  const first = await fetchTest(opened, lacking)
  expect([first.code, JSON.parse(first.stdout).error.message]).toEqual([
    5,
    expect.stringContaining(`${REPOSITORY}/resolve/test/${VISION} (HTTP 404)`),
  ])
  expect((await fetchTest(opened, incomplete)).code).toBe(3)
  expect(await list(opened)).toContainEqual(
    expect.objectContaining({ name: 'clip-b32', state: 'not_installed' }),
  )
  expect((await model(opened, ['use', 'clip-b32'])).code).toBe(5)
  expect((await fetchTest(opened, mirror)).code).toBe(0)
  expect(mirror.requests.map(({ path }) => path)).toEqual([`/${REPOSITORY}/resolve/test/${VISION}`])
  expect(await readdir(join(opened.data, 'models', '.incoming'))).toEqual([])
})

test.each([
  ['config.json', '<html>Sign in to the Wi-Fi</html>', 'config.json is not valid JSON'],
  [VISION, 'version https://git-lfs.github.com/spec/v1\noid sha256:1', 'is a Git LFS pointer'],
])(
  'rejects %s of unknown digest that is obviously not the file',
  async (path, content, sentence) => {
    await using opened = await openTestCatalog()
    await using mirror = await startMirror({ ...MODEL_FILES, [path]: Buffer.from(content) })
    const { code, stderr } = await model(opened, [
      'fetch',
      'clip-b32',
      '--base-url',
      mirror.url,
      '--revision',
      'test',
    ])
    expect([code, stderr]).toEqual([3, expect.stringContaining(sentence)])
    await using good = await startMirror()
    expect((await fetchTest(opened, good)).code).toBe(0)
  },
)

test('another revision is installed under another name', async () => {
  await using opened = await openTestCatalog()
  await using mirror = await startMirror()
  await installTestModel(opened.data, 'clip-b32', { repository: REPOSITORY, revision: 'older' })
  const refused = await fetchTest(opened, mirror)
  expect([refused.code, refused.stdout]).toEqual([9, expect.stringContaining('revision older')])
  expect((await fetchTest(opened, mirror, '--as', 'clip-test')).code).toBe(0)
  await writeFile(join(opened.data, 'models', 'clip-test', VISION), '')
  expect((await model(opened, ['verify', 'clip-test'])).stderr).toContain(
    'catalog model fetch clip-b32 --revision test --as clip-test',
  )
  expect((await model(opened, ['verify', 'clip-b32'])).code).toBe(0)
})

test('of two programs that install models, the second one is refused', async () => {
  await using opened = await openTestCatalog()
  let second: ReturnType<typeof fetchTest> | undefined
  await using other = await startMirror()
  await using mirror = await startFileServer((response, request) => {
    second ??= fetchTest(opened, other)
    void second.then(() =>
      sendFile(response, request, MODEL_FILES[request.url!.split('/test/')[1]!]!),
    )
  })
  expect((await fetchTest(opened, mirror)).code).toBe(0)
  const refused = await second!
  expect([refused.code, refused.stdout]).toEqual([9, expect.stringContaining('Another process')])
  expect(other.requests).toEqual([])
})

test.each([
  ['fetch unknown', 5, 'Known models: siglip2-base, clip-b32'],
  ['fetch clip-b32 --base-url http://mirror.example', 2, 'Must be an https URL'],
  ['fetch clip-b32 --base-url https://user@mirror.example', 2, 'Must be an https URL'],
  ['fetch clip-b32 --revision ../..', 2, 'Must be a commit'],
  ['fetch clip-b32 --as ../other', 2, 'not a name of a model'],
  ['fetch clip-b32 --as none', 2, 'not a name of a model'],
  ['add ../other .', 2, 'not a name of a model'],
  ['add clip-b32 /nowhere', 5, '/nowhere/config.json does not exist'],
  ['add own /nowhere', 3, 'config.json is missing'],
  ['runtime --registry http://mirror.example', 2, 'Must be an https URL'],
  ['runtime --from /nowhere', 5, 'npm pack onnxruntime-node@'],
])('rejects %s', async (words, expected, sentence) => {
  const { code, stderr } = await model(refusing, words.split(' '))
  expect([code, stderr]).toEqual([expected, expect.stringContaining(sentence)])
})

test('a known model needs the files of its revision', async () => {
  await using opened = await openTestCatalog()
  await writeModelFiles(join(opened.folder, 'export'))
  const { code, stderr } = await model(opened, ['add', 'clip-b32', join(opened.folder, 'export')])
  expect([code, stderr]).toEqual([3, expect.stringContaining('has 21 bytes instead of 4524')])
})

test('adds a model from a folder without a network', async () => {
  await using opened = await openTestCatalog()
  const source = join(opened.folder, 'export')
  await cp(TINY_SIGLIP, source, { recursive: true })
  const transport = () => Promise.reject(new Error('no network'))
  const { code, stdout } = await model(opened, ['add', 'own', 'export', '--json'], {
    cwd: opened.folder,
    transport,
  })
  const added = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(added).toMatchObject({ state: 'installed', revision: expect.stringMatching(/^local-/) })
  expect((await model(opened, ['use', 'own'])).code).toBe(0)
  expect(await readModelFolder((await readModelInUse(opened.catalog))!.folder)).toMatchObject({
    family: 'siglip',
    dimension: 16,
  })
  await writeFile(join(added.folder, 'tokenizer.json'), 'damaged')
  expect((await model(opened, ['verify'])).stderr).toContain('catalog model add own DIR')
  expect((await model(opened, ['add', 'own', source])).stdout).toContain('repaired')
  expect((await model(opened, ['verify'])).code).toBe(0)
  await appendFile(join(source, 'tokenizer.json'), '\n')
  const refused = await model(opened, ['add', 'own', source])
  expect([refused.code, refused.stderr]).toEqual([9, expect.stringContaining('another name')])
})

test('copies only the files that will be used', async () => {
  await using opened = await openTestCatalog()
  const source = join(opened.folder, 'export')
  await cp(TINY_SIGLIP, source, { recursive: true })
  await writeFile(join(source, 'onnx', 'vision_model_quantized.onnx'), 'other')
  await writeFile(join(source, 'README.md'), 'other')
  expect((await model(opened, ['add', 'own', source])).code).toBe(0)
  const installed = await readdir(join(opened.data, 'models', 'own'), { recursive: true })
  const known = await readdir(TINY_SIGLIP, { recursive: true })
  expect(installed.sort()).toEqual([...known, 'manifest.json'].sort())
})

test.each([
  ['config.json', '{"model_type":"bert"}', 'names the model type "bert"'],
  ['onnx/vision_model.onnx', 'version https://git-lfs.github.com/spec/v1\n', 'Git LFS pointer'],
  ['onnx/text_model_quantized.onnx', '', 'onnx/text_model_fp16.onnx is missing'],
])('does not add a folder whose %s is unusable', async (path, content, sentence) => {
  await using opened = await openTestCatalog()
  const source = join(opened.folder, 'export')
  await cp(TINY_SIGLIP, source, { recursive: true })
  await writeFile(join(source, path), content)
  const { code, stderr } = await model(opened, ['add', 'own', source])
  expect([code, stderr]).toEqual([3, expect.stringContaining(sentence)])
})

test('a folder that is no model is not replaced', async () => {
  await using opened = await openTestCatalog()
  await using mirror = await startMirror()
  const folder = join(opened.data, 'models', 'clip-b32')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'notes.txt'), 'mine')
  const { code, stdout } = await fetchTest(opened, mirror)
  expect([code, stdout]).toEqual([9, expect.stringContaining('holds no installed model')])
  await rm(folder, { recursive: true })
  expect((await fetchTest(opened, mirror)).code).toBe(0)
  expect(mirror.requests).toHaveLength(6)
})

test('shows progress, unless it is quiet', async () => {
  await using opened = await openTestCatalog()
  await using mirror = await startMirror()
  const words = ['fetch', 'clip-b32', '--base-url', mirror.url, '--revision', 'test']
  expect((await model(opened, words)).stderr).toContain('6 of 6 files')
  const quiet = await model(opened, [...words, '--as', 'other', '--quiet'])
  expect([quiet.code, quiet.stderr]).toEqual([0, ''])
})

const small = mountSmallDisk(1)
small?.[Symbol.dispose]()

test.skipIf(!small)('reports a disk that is too small before the download', async () => {
  using disk = mountSmallDisk(8)!
  await mkdir(disk.data)
  await copyEmptyDatabase(disk.data)
  await using mirror = await startMirror()
  const { code, stderr } = await fetchTo(disk.data, mirror)
  expect([code, stderr]).toEqual([
    8,
    expect.stringMatching(/needs 156 MB, but only \d MB are free/),
  ])
  expect(mirror.requests).toEqual([])
})

test.skipIf(!small)('continues once a disk that was full has space', async () => {
  using disk = mountSmallDisk(8)!
  await mkdir(disk.data)
  await copyEmptyDatabase(disk.data)
  const origin = { repository: REPOSITORY, revision: 'test' }
  await rm(join(await installTestModel(disk.data, 'clip-b32', origin), VISION))
  await using filling = await startFileServer((response, request) => {
    disk.break()
    sendFile(response, request, MODEL_FILES[VISION]!)
  })
  const { code, stderr } = await fetchTo(disk.data, filling)
  expect([code, stderr]).toEqual([8, expect.stringContaining('ENOSPC')])
  expect(stderr).not.toContain('Internal error')
  disk.mend()
  await using mirror = await startMirror()
  const { stdout } = await fetchTo(disk.data, mirror)
  expect(stdout).toContain('repaired')
})

test.skipIf(!small)('on a read-only disk, models can be verified but not installed', async () => {
  using disk = mountSmallDisk(8)!
  await mkdir(disk.data)
  await copyEmptyDatabase(disk.data)
  await installTestModel(disk.data, 'small')
  await using mirror = await startMirror()
  disk.protect(true)
  for (const words of [
    ['fetch', 'clip-b32', '--base-url', mirror.url],
    ['add', 'own', TINY_SIGLIP],
  ]) {
    const { code, stderr } = await runCli(['model', ...words, '--data', disk.data])
    expect([code, stderr]).toEqual([2, expect.stringContaining('its disk is read-only')])
  }
  const { code, stderr } = await runCli(['model', 'verify', '--data', disk.data])
  expect([code, stderr]).toEqual([0, expect.stringContaining('could not be recorded')])
  expect(mirror.requests).toEqual([])
})

test('reports a folder of models that cannot be written', async () => {
  await using opened = await openTestCatalog()
  await using mirror = await startMirror()
  await writeFile(join(opened.data, 'models'), '')
  const { code, stdout } = await fetchTest(opened, mirror)
  expect([code, stdout]).toEqual([8, expect.stringContaining('models cannot be written')])
})

function fetchTo(data: string, { url }: FileServer) {
  const words = ['model', 'fetch', 'clip-b32', '--base-url', url, '--revision', 'test']
  return runCli(words, { env: { CATALOG_DATA: data } })
}

test('installs no runtime whose packages have other digests', async () => {
  await using opened = await openTestCatalog()
  await using registry = await startFileServer((response, request) => {
    if (request.url?.startsWith('/npm/onnxruntime-node/-/onnxruntime-node-'))
      sendFile(response, request, Buffer.from('another package'))
    else response.writeHead(404).end()
  })
  const install = (url: string) => model(opened, ['runtime', '--registry', url, '--json'])
  const refused = await install(`${registry.url}/npm`)
  expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([3, 'wrong_digest'])
  const missing = await install(registry.url)
  expect([missing.code, JSON.parse(missing.stdout).error.hint]).toEqual([5, 'Check --registry.'])
  expect(await readdir(join(opened.data, 'models'))).not.toContain('.runtime')
})
