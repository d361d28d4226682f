import { expect, test } from 'vitest'
import { runsOf } from '../../support/property-runs.ts'
import { createSeed } from '../../support/seed.ts'
import { startTestServer } from '../../support/test-server.ts'
import { runWriteCampaign } from '../../support/write-campaign/campaign.ts'

test('random writes of several people keep counts, statuses, lists and the feed', async () => {
  await using server = await startTestServer()
  const { catalog, clock } = server
  const seed = createSeed(server)
  const writes = runsOf(400)
  const result = await runWriteCampaign(
    { catalog, seed, clock },
    { writes, seed: 7, checkEvery: 200 },
  )
  expect(result.accepted).toBeGreaterThan(writes / 4)
})
