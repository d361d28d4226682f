import { expect, test } from 'vitest'
import { runHostFaults } from '../support/host-faults/rounds.ts'

test('a catalog serves, or says what to do, whatever happens to its host', async () => {
  const { problems, figures } = await runHostFaults({ rounds: 1, seed: 34 })
  expect(problems).toEqual([])
  expect(figures.faults).toBeGreaterThanOrEqual(1)
})
