import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { newDerivation } from '../../src/core/job-queue/new-jobs.ts'
import { enqueueJob } from '../../src/core/job-queue/enqueue.ts'
import { derivativeKey } from '../../src/core/storage/keys.ts'
import { copyEmptyDatabase } from '../support/empty-database.ts'
import { plain, RED } from '../support/pictures.ts'
import { spawnServer } from '../support/program.ts'
import { createSeed } from '../support/seed.ts'
import { listUnfinishedFiles } from '../support/unfinished-files.ts'

test('the next server restarts a derivation of a killed server at once, and deletes its files', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-killed-'))
  const data = join(folder.path, 'data')
  await copyEmptyDatabase(data)
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  await enqueueLarge(catalog)
  {
    await using server = await spawnServer(data, '--log-level', 'silent')
    await expect.poll(() => listUnfinishedFiles(data)).toHaveLength(1)
    server.child.kill('SIGKILL')
    await server.child
  }
  expect(await catalog.reads.selectFrom('job').select(['state', 'attempts']).execute()).toEqual([
    { state: 'running', attempts: 1 },
  ])
  expect(await readGeneration(catalog)).toMatchObject({ generation: null })

  await using server = await spawnServer(data, '--log-level', 'silent')
  await expect.poll(async () => (await readGeneration(catalog)).generation).not.toBeNull()
  const { generation, generation_of, file_version } = await readGeneration(catalog)
  expect(generation_of).toBe(file_version)
  for (const name of ['thumbnail', 'display', 'corrected'] as const) {
    const address = `${server.baseUrl}/media/${derivativeKey(1, generation!, name)}`
    expect((await fetch(address)).status).toBe(200)
  }
  await expect.poll(() => listUnfinishedFiles(data)).toEqual([])
})

/** Enqueues a large picture, whose derivation takes long enough to be killed. */
async function enqueueLarge(catalog: Catalog): Promise<void> {
  const seed = createSeed({ catalog })
  const image = await seed.image({ rotation: 90 })
  const version = await seed.file(image, await plain(6000, 4000, RED).jpeg().toBuffer())
  const now = catalog.clock.now()
  await catalog.write((tx) =>
    enqueueJob(tx, newDerivation({ imageId: image, version, runAt: now }), now),
  )
}

function readGeneration({ reads }: Catalog) {
  return reads
    .selectFrom('image')
    .select(['generation', 'generation_of', 'file_version'])
    .executeTakeFirstOrThrow()
}
