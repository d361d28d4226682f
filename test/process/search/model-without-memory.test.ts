import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDerivation } from '../../../src/core/job-queue/new-jobs.ts'
import { startEmbedder } from '../../../src/core/embedding/process/embedder.ts'
import { useModel, writeGreedyModel } from '../../support/embedding-models.ts'
import { fourColors } from '../../support/pictures.ts'
import { enqueue, readJobs } from '../../support/queue.ts'
import { createSeed } from '../../support/seed.ts'
import { runCli } from '../../support/test-cli.ts'
import { startTestServer } from '../../support/test-server.ts'

const PROBLEM = 'The embedding model greedy cannot be used: there is not enough memory for it.'

test('a model that lacks memory fails searches and waits with jobs, and doctor tells why', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-model-'))
  await writeGreedyModel(folder.path)
  await using server = await startTestServer({}, { startEmbedder })
  const { catalog, clock } = server
  const seed = createSeed(server)
  await useModel(server, 'greedy', folder.path)
  const imageId = await seed.image()
  const version = await seed.file(imageId, await fourColors(40, 30).jpeg().toBuffer())
  await enqueue({ catalog, clock }, newDerivation({ imageId, version, runAt: clock.now() }))
  await catalog.jobs.drain()

  const response = await server.fetch('/api/v2/search/semantic/?q=bridge')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  const { error } = await response.json()
  expect(error).toBe(
    `${PROBLEM} Use a smaller model (catalog model list), or give the host more memory. A model may use up to 4 GiB.`,
  )
  const jobs = await readJobs({ catalog })
  expect(jobs.find(({ kind }) => kind === 'embed')).toMatchObject({
    state: 'queued',
    attempts: 0,
    last_error: PROBLEM,
  })
  const { stdout } = await runCli(['doctor', '--json'], { env: { CATALOG_DATA: server.data } })
  expect(JSON.parse(stdout)).toContainEqual({
    check: 'model',
    state: 'warning',
    message: `The embedding model greedy is installed, and has embedded 0 of 1 images. Embedding failed lately: ${PROBLEM}`,
    hint: expect.stringContaining('catalog model verify'),
  })
})
