import { expect, test } from 'vitest'
import { runStoreFaults } from '../support/store-faults.ts'

test('no original is lost when database and files are exchanged, emptied or rolled back', async () => {
  const { problems, figures } = await runStoreFaults({ rounds: 1, seed: 28 })
  expect(problems).toEqual([])
  expect(figures.imported).toBe(3)
})
