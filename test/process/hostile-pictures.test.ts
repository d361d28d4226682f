import { expect, test } from 'vitest'
import { hostileCampaign } from '../support/hostile-campaign.ts'

// A sample of `npm run soak pictures`.
test('rejects damaged pictures with a reason, without a crash or a hang', async () => {
  const { outcomes, alarming } = await hostileCampaign(20, 10)
  expect(alarming).toEqual([])
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(10)
  expect(outcomes.damaged).toBeGreaterThan(0)
})
