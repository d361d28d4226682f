import { expect, test } from 'vitest'
import { openImportApi } from '../support/import-api.ts'
import { mixedLoad } from '../support/mixed-load/campaign.ts'
import { growthPerMinute } from '../support/mixed-load/memory-slope.ts'

test('serves readers, importers, visitors and slow clients concurrently', async () => {
  await using api = await openImportApi()
  const target = {
    baseUrl: api.server.baseUrl,
    token: api.importer.Authorization.replace('Bearer ', ''),
    collection: api.collection,
    images: [],
    fetch,
  }
  const { rounds, failures } = await mixedLoad(target, { seed: 1, seconds: 1 })
  expect(failures).toEqual([])
  expect(Object.keys(rounds).toSorted()).toEqual(['importer', 'reader', 'slow_client', 'visitor'])
})

test('measures memory growth in megabytes per minute, without the warm-up', () => {
  const samples = [0, 10, 20, 30, 40].map((seconds) => ({
    seconds,
    megabytes: seconds < 20 ? 500 - seconds : 100 + seconds / 30,
  }))
  expect(growthPerMinute(samples, 20)).toBeCloseTo(2)
})
