import { expect, test } from 'vitest'
import { fuzz } from '../support/fuzz/campaign.ts'

test('answers fuzzed requests with declared responses and no internal error', async () => {
  const { failures, operations } = await fuzz({ seed: 1, requests: 500 })
  expect(failures).toEqual([])
  expect(operations).toBeGreaterThan(40)
})
