import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enqueueJob } from '../../src/core/job-queue/enqueue.ts'
import { openBackedUpCatalog, type BackedUpCatalog } from '../support/backups.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { plain, RED } from '../support/pictures.ts'
import { runCli } from '../support/test-cli.ts'

/** Runs `catalog doctor --server`. Returns the state and the hint of each check by its name. */
async function examine({ api }: BackedUpCatalog) {
  const { data, clock } = api.server
  const env = { CATALOG_DATA: data }
  const { code, stdout } = await runCli(['doctor', '--server', '--json'], { env, clock })
  const results = JSON.parse(stdout) as { check: string; state: string; hint: string | null }[]
  const states = Object.fromEntries(results.map(({ check, state }) => [check, state]))
  return { code, states, results }
}

test('finds nothing wrong with a served catalog that is backed up', async () => {
  await using here = await openBackedUpCatalog({ images: 1 })
  await here.backUp()
  const { code, states } = await examine(here)
  expect(states).toMatchObject({
    versions: 'ok',
    schema: 'ok',
    integrity: 'ok',
    storage: 'ok',
    jobs: 'ok',
    slots: 'ok',
    space: 'ok',
    secrets: 'ok',
    backups: 'ok',
  })
  expect(code).toBe(0)
})

test('reports jobs that a clock far ahead has dated', async () => {
  // No server runs, which would let them run now.
  await using opened = await openTestCatalog()
  const { catalog, clock, data } = opened
  const runAt = clock.now() + 30 * 24 * 60 * 60 * 1e6
  await catalog.write((tx) => enqueueJob(tx, { kind: 'remove', imageId: null, runAt }, clock.now()))
  const words = ['doctor', '--server', '--json', '--data', data]
  const { stdout } = await runCli(words, { clock })
  const results = JSON.parse(stdout) as { check: string }[]
  expect(results.find(({ check }) => check === 'jobs')).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('two days ahead (1)'),
    hint: expect.stringContaining('Check the clock'),
  })
})

test('reports each problem with what to do about it', async () => {
  await using here = await openBackedUpCatalog({ images: 2 })
  const { api } = here
  const { catalog, clock, data } = api.server
  await here.backUp()
  await api.uploadToNewSlot(await plain(9, 9, RED).jpeg().toBuffer())
  clock.advance(8 * 24 * 60 * 60)
  await rm(join(data, 'objects/images/2'), { recursive: true })
  await chmod(join(data, 'secret'), 0o644)
  const overdue = { kind: 'remove', payload: '{}', state: 'queued' as const, priority: 200 }
  const times = { attempts: 0, max_attempts: 5, run_at: 0, created_at: 0 }
  await catalog.write((tx) =>
    tx
      .insertInto('job')
      .values({ ...overdue, ...times })
      .execute(),
  )
  const { code, states, results } = await examine(here)
  expect(code).toBe(11)
  const expected = {
    storage: 'error',
    jobs: 'error',
    slots: 'warning',
    secrets: 'error',
    backups: 'warning',
  }
  expect(states).toMatchObject({ ...expected, integrity: 'ok', schema: 'ok' })
  for (const { check, hint } of results)
    if (check in expected) expect(hint, check).toMatch(/catalog admin|chmod/)
})

test('reports a data directory without a catalog', async () => {
  const { code, stdout } = await runCli(['doctor', '--server', '--data', '/nowhere', '--json'])
  expect(code).toBe(11)
  expect(stdout).toContain('There is no catalog in /nowhere')
})
