import { cp, mkdtempDisposable, readFile, rm } from 'node:fs/promises'
import { constants, getPriority, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TINY_SIGLIP } from '../../fixtures/generator/models/tiny-siglip.ts'
import { PictureError } from '../../src/core/imaging/picture-error.ts'
import { startEmbedder, type EmbedderOptions } from '../../src/core/embedding/process/embedder.ts'
import {
  modelFixture,
  siglipEmbeddingOfPixels,
  siglipEmbeddingOfTokens,
  writeGreedyModel,
} from '../support/embedding-models.ts'
import { isAlive } from '../support/is-alive.ts'
import { createPictureFolder, fourColors, UNDECODABLE_JPEG } from '../support/pictures.ts'

const SIGLIP = modelFixture('tiny-siglip')

/** Starts an embedder, and records the ids of its processes. */
function startRecorded(options: Partial<EmbedderOptions> = {}) {
  const started: number[] = []
  const log = {
    debug({ pid }: { pid: number }) {
      started.push(pid)
    },
    warn() {},
  } as unknown as NonNullable<EmbedderOptions['log']>
  const embedder = startEmbedder({ folder: SIGLIP, log, ...options })
  return { ...embedder, started }
}

const untilDead = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)

function expectClose(embedding: Float32Array | undefined, expected: readonly number[]): void {
  expect(embedding).toHaveLength(expected.length)
  for (const [at, value] of expected.entries()) expect(embedding![at]).toBeCloseTo(value, 5)
}

const { model } = JSON.parse(await readFile(join(SIGLIP, 'tokenizer.json'), 'utf8')) as {
  model: { vocab: Record<string, number> }
}
const vocabulary = Object.keys(model.vocab).length

/** The tokens of a text, padded as SigLIP does. */
function tokensOf(...words: string[]): number[] {
  const ids = [...words, '<eos>'].map((word) => model.vocab[word]!)
  return [...ids, ...Array.from({ length: TINY_SIGLIP.length - ids.length }, () => 0)]
}

const shared = startRecorded({ maxWaitingTexts: 1 })
afterAll(() => shared[Symbol.asyncDispose]())

test('embeds texts and pictures as the model defines it', async () => {
  await using folder = await createPictureFolder()
  const picture = fourColors(TINY_SIGLIP.side, TINY_SIGLIP.side)
  const path = await folder.write('picture.png', await picture.png().toBuffer())

  expectClose(
    await shared.embedText('  A  Bridge over the\nRIVER '),
    siglipEmbeddingOfTokens(tokensOf('a', '▁bridge', '▁over', '▁the', '▁river'), vocabulary),
  )
  const [first, second] = await shared.embedImages([path, path])
  expectClose(first, siglipEmbeddingOfPixels(await picture.raw().toBuffer()))
  expect(second).toEqual(first)
  expect(await shared.embedImages([])).toEqual([])
})

test('ignores what a model does not read of a long text', async () => {
  const long = 'the river '.repeat(100)
  const embedding = await shared.embedText(`a church ${long}`)
  expect(await shared.embedText(`a church ${long} with a tower`)).toEqual(embedding)
  expect(await shared.embedText('a church '.repeat(100_000))).toHaveLength(TINY_SIGLIP.dimension)
  expect(await shared.embedText(long)).not.toEqual(embedding)
})

test('reports a picture that cannot be decoded, and embeds the next one', async () => {
  await using folder = await createPictureFolder()
  const damaged = await folder.write('damaged.jpg', UNDECODABLE_JPEG)
  const intact = await folder.write('intact.png', await fourColors().png().toBuffer())
  const failure = await shared.embedImages([intact, damaged]).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PictureError)
  expect(failure).toMatchObject({ reason: 'damaged' })
  await expect(shared.embedImages([join(folder.path, 'none.jpg')])).rejects.toThrow(PictureError)
  expect(await shared.embedImages([intact])).toHaveLength(1)
})

test('embeds texts and pictures in one process each, pictures at the lower priority', () => {
  const [texts, images] = shared.started
  expect(getPriority(texts)).toBe(Math.max(getPriority(), 5))
  expect(getPriority(images)).toBe(
    Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL),
  )
  expect(shared.started).toHaveLength(2)
})

test.runIf(platform() === 'linux')(
  'the kernel kills a process for embeddings rather than the server',
  async () => {
    const read = (pid: number) => readFile(`/proc/${pid}/oom_score_adj`, 'utf8').then(Number)
    for (const pid of shared.started)
      expect(await read(pid)).toBeGreaterThan(await read(process.pid))
  },
)

test('refuses texts when too many wait, and forgets those whose client is gone', async () => {
  const [texts] = shared.started
  process.kill(texts!, 'SIGSTOP')
  const running = shared.embedText('a bridge')
  const gone = new AbortController()
  const abandoned = shared.embedText('a church', gone.signal)
  await expect(shared.embedText('a tower')).rejects.toMatchObject({ kind: 'busy' })
  gone.abort(new Error('gone'))
  await expect(abandoned).rejects.toThrow('gone')
  const waiting = shared.embedText('a tower')
  process.kill(texts!, 'SIGCONT')
  expect(await Promise.all([running, waiting])).toHaveLength(2)
})

test('starts another process after one was killed, idle or at work', async () => {
  const embedding = await shared.embedText('a bridge')
  process.kill(shared.started[0]!, 'SIGKILL')
  await untilDead(shared.started[0]!)
  // A text that is sent before this process learns of the death fails.
  await expect.poll(() => shared.embedText('a bridge')).toEqual(embedding)

  process.kill(shared.started[2]!, 'SIGSTOP')
  const interrupted = shared.embedText('a church').catch((error: unknown) => error)
  const waiting = shared.embedText('a bridge')
  process.kill(shared.started[2]!, 'SIGKILL')
  expect(await interrupted).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('SIGKILL') as string,
    details: { code: 'embedder_failed' },
  })
  expect(await waiting).toEqual(embedding)
  expect(shared.started).toHaveLength(4)
})

test('names the model that lacks memory, frees its process, and loads it not for each task', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-model-'))
  const model = join(folder.path, 'greedy')
  await writeGreedyModel(model)
  await using pictures = await createPictureFolder()
  const picture = await pictures.write('picture.png', await fourColors().png().toBuffer())
  await using embedder = startRecorded({ folder: model })
  const lacksMemory = {
    kind: 'unavailable',
    message: 'The embedding model greedy cannot be used: there is not enough memory for it.',
    details: {
      code: 'out_of_memory',
      hint: expect.stringContaining('catalog model list') as string,
      retryAfterSeconds: 30,
    },
  }
  const texts = ['a bridge', 'a church', 'a tower'].map((text) => embedder.embedText(text))
  for (const { reason } of (await Promise.allSettled(texts)) as PromiseRejectedResult[])
    expect(reason).toMatchObject(lacksMemory)
  await untilDead(embedder.started[0]!)
  await expect(embedder.embedText('a bridge')).rejects.toMatchObject(lacksMemory)
  await expect(embedder.embedImages([picture])).rejects.toMatchObject(lacksMemory)
  await expect(embedder.embedImages([picture])).rejects.toMatchObject(lacksMemory)
  expect(embedder.started).toHaveLength(2)
})

test('gives up a text that takes too long', async () => {
  await using embedder = startRecorded({ timeoutMs: 1 })
  await expect(embedder.embedText('a bridge')).rejects.toThrow('took too long')
  await untilDead(embedder.started[0]!)
})

test('names a missing file, and works once it is there', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-model-'))
  await cp(SIGLIP, folder.path, { recursive: true })
  const file = 'onnx/text_model_quantized.onnx'
  await rm(join(folder.path, file))
  await using embedder = startRecorded({ folder: folder.path, textIdleMs: 50 })
  await expect(embedder.embedText('a bridge')).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining(file) as string,
    details: {
      code: 'model_incomplete',
      hint: expect.stringContaining('catalog model verify') as string,
    },
  })
  await cp(join(SIGLIP, file), join(folder.path, file))
  expect(await embedder.embedText('a bridge')).toHaveLength(TINY_SIGLIP.dimension)
  await untilDead(embedder.started[0]!)
})

test('ends its processes when it is closed', async () => {
  const embedder = startRecorded()
  const interrupted = embedder.embedText('a bridge').catch((error: unknown) => error)
  await embedder[Symbol.asyncDispose]()
  expect(await interrupted).toMatchObject({ message: 'The server is stopping.' })
  expect(isAlive(embedder.started[0]!)).toBe(false)
  await expect(embedder.embedText('a bridge')).rejects.toThrow('The server is stopping.')
})
