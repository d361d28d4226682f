import { expect, test } from 'vitest'
import { newDerivation } from '../../src/core/job-queue/new-jobs.ts'
import { modelFixture } from '../support/embedding-models.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { fourColors } from '../support/pictures.ts'
import { enqueue } from '../support/queue.ts'
import { runCli } from '../support/test-cli.ts'

test('embeds all images with the chosen model, and tells how many are embedded', async () => {
  await using opened = await openTestCatalog()
  const { catalog, clock, data, seed } = opened
  const run = async (command: string) => {
    const words = command.split(' ')
    const { code, stdout, stderr } = await runCli(words, { env: { CATALOG_DATA: data }, clock })
    expect(code, stderr).toBe(0)
    return { stdout, stderr }
  }
  const imageId = await seed.image()
  const version = await seed.file(imageId, await fourColors(40, 30).jpeg().toBuffer())
  await enqueue(opened, newDerivation({ imageId, version, runAt: clock.now() }))
  await run('admin job run')
  for (const name of ['first', 'second'])
    await run(`model add ${name} ${modelFixture('tiny-siglip')}`)

  const told = (name: string, embedded: number) =>
    `The embedding model ${name} has embedded ${embedded} of 1 images.`
  expect((await run('model use first')).stderr).toContain(told('first', 0))
  expect((await run('admin job list -o id --kind embed')).stderr).toContain(told('first', 0))
  expect((await run('admin job run')).stderr).toContain(told('first', 1))
  const examined = await runCli(['doctor', '--json'], { env: { CATALOG_DATA: data } })
  expect(JSON.parse(examined.stdout)).toContainEqual({
    check: 'model',
    state: 'ok',
    message: 'The embedding model first is installed, and has embedded 1 of 1 images.',
    hint: null,
  })
  const reprocess = async (selection: string) =>
    JSON.parse((await run(`admin reprocess embeddings ${selection} --json`)).stdout)
  expect(await reprocess('--missing')).toEqual({ images: 0, queued: 0 })
  expect(await reprocess('--all')).toEqual({ images: 1, queued: 1 })

  const find = () =>
    catalog.semanticSearch.findSimilar(
      { imageId, duplicateOf: null, filter: {}, page: { number: 1, size: 1 } },
      'client',
      AbortSignal.timeout(60_000),
    )
  await run('model use second')
  expect(await find()).toEqual({ hits: [], count: 0 })
  expect((await run('model use second --now')).stderr).toContain(told('second', 0))
  await expect(find()).rejects.toMatchObject({ kind: 'conflict' })
})

test('reprocesses no embeddings without a model', async () => {
  await using opened = await openTestCatalog()
  const words = ['admin', 'reprocess', 'embeddings', '--all']
  const { code, stderr } = await runCli(words, { env: { CATALOG_DATA: opened.data } })
  expect(code).toBe(9)
  expect(stderr).toContain('No embedding model can be used.')
  expect(stderr).toContain('catalog model fetch')
})
