import { expect, test } from 'vitest'
import { runMirrorCampaign } from '../support/mirror-campaign.ts'

test('a mirror that is killed several times is a whole dump, and becomes equal to its catalog', async () => {
  const { problems, dumps } = await runMirrorCampaign({ kills: 3, images: 120, seed: 5 })
  expect(problems).toEqual([])
  expect(dumps).toBeGreaterThan(0)
}, 120_000)
