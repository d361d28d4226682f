import { expect, test } from 'vitest'
import { enqueueJob } from '../../src/core/job-queue/enqueue.ts'
import { runCli } from '../support/test-cli.ts'
import { createTestClock } from '../support/test-clock.ts'
import { onPostgres } from '../support/test-postgres.ts'
import { startTestServer } from '../support/test-server.ts'

async function examine(argv: string[]) {
  const { code, stdout } = await runCli(['doctor', '--json', ...argv])
  const outcomes = JSON.parse(stdout) as { check: string; state: string; message: string }[]
  const states = Object.fromEntries(outcomes.map(({ check, state }) => [check, state]))
  return { code, states, outcomes }
}

test.runIf(onPostgres)('inspects a catalog on PostgreSQL', async () => {
  await using server = await startTestServer(
    {},
    { clock: createTestClock(new Date().toISOString()) },
  )
  const { code, states, outcomes } = await examine(['--server', '--data', server.data])
  expect(states).toMatchObject({ database: 'ok', storage: 'ok', jobs: 'ok', slots: 'ok' })
  expect(outcomes.find(({ check }) => check === 'servers')).toMatchObject({
    state: 'ok',
    message: expect.stringContaining(`${server.data} (version `),
  })
  expect(states).toMatchObject({ sweep: 'ok', connections: 'ok' })
  expect(states.model).toBe('note')
  expect(code).toBe(0)
  await server.catalog.write((tx) =>
    enqueueJob(tx, { kind: 'remove', imageId: null, runAt: 0 }, server.clock.now()),
  )
  expect((await examine(['--server', '--data', server.data])).states.jobs).toBe('error')
})
