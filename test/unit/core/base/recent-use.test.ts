import { expect, test } from 'vitest'
import { RecentUse } from '../../../../src/core/base/recent-use.ts'

test('counts a use half after ten seconds, and adds those of one client', () => {
  let now = 0
  const use = new RecentUse(() => now)
  use.add('a', 800)
  use.add('b', 100)
  now = 10_000
  expect([use.measure('a'), use.measure('b'), use.measure('c')]).toEqual([400, 50, 0])
  use.add('a', 600)
  now = 20_000
  expect(use.measure('a')).toBe(500)
})

test('forgets clients of which nothing is left', () => {
  let now = 0
  const use = new RecentUse(() => now)
  for (let client = 0; client < 1000; client += 1) use.add(String(client), 100)
  expect(use.size).toBe(1000)
  now = 1_000_000
  use.add('last', 100)
  expect(use.size).toBe(1)
})
