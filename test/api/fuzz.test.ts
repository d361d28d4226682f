import { expect, test } from 'vitest'
import { fuzz } from '../support/fuzz/campaign.ts'

test('fuzzed requests get declared answers and no internal error', async () => {
  const { failures, operations } = await fuzz({ seed: 1, requests: 500 })
  expect(failures).toEqual([])
  expect(operations).toBeGreaterThan(40)
})
