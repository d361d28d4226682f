import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendFile, startFileServer } from '../support/file-server.ts'
import { installTestModel, MODEL_FILES } from '../support/models.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { runProgram } from '../support/program.ts'

const VISION = 'onnx/vision_model_quantized.onnx'
const CONTENT = MODEL_FILES[VISION]!

test('the next process continues a download that was killed', async () => {
  await using opened = await openTestCatalog()
  const origin = { repository: 'Xenova/clip-vit-base-patch32', revision: 'test' }
  await rm(join(await installTestModel(opened.data, 'clip-b32', origin), VISION))
  await using mirror = await startFileServer((response, request, number) => {
    if (number > 1) return sendFile(response, request, CONTENT)
    response
      .writeHead(200, { 'Content-Length': CONTENT.length })
      .write(CONTENT.subarray(0, 100_000))
  })
  const words = ['model', 'fetch', 'clip-b32', '--revision', 'test', '--base-url', mirror.url]
  const env = { CATALOG_DATA: opened.data }
  const first = runProgram(words, { env })
  const part = join(opened.data, 'models', '.incoming', 'clip-b32@test', `${VISION}.part`)
  const readSize = () =>
    stat(part).then(
      ({ size }) => size,
      () => 0,
    )
  await expect.poll(readSize).toBe(100_000)
  first.kill('SIGKILL')
  expect((await first).signal).toBe('SIGKILL')
  const second = await runProgram(words, { env })
  expect([second.exitCode, second.stdout]).toEqual([0, expect.stringContaining('repaired')])
  expect(mirror.requests.map(({ range }) => range)).toEqual([undefined, 'bytes=100000-'])
})
