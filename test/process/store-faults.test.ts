import { expect, test } from 'vitest'
import { runStoreFaults } from '../support/store-faults.ts'

test('no original is lost when database and files are exchanged, emptied or rolled back', async () => {
  const { problems, figures } = await runStoreFaults({ rounds: 3, seed: 5 })
  expect(problems).toEqual([])
  expect(figures.imported).toBeGreaterThan(0)
})
