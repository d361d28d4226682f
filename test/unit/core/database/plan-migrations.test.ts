import { expect, test } from 'vitest'
import {
  findPhase,
  planMigrations,
  type PendingMigration,
} from '../../../../src/core/database/postgres/plan-migrations.ts'

const former = { place: 'one:/', version: '1', schema: '1', isSilent: false }
const silent = { ...former, isSilent: true }
const next = { place: 'two:/', version: '2', schema: '3', isSilent: false }

const expand = (name: string): PendingMigration => ({ name, phase: 'expand' })
const contract = (name: string): PendingMigration => ({ name, phase: 'contract' })
const stop = (name: string): PendingMigration => ({ name })

test.each([
  ['nothing', [], [former], [], 'done'],
  ['all that is pending if no node runs', [expand('2'), contract('3')], [], ['2', '3'], 'expand'],
  ['expansions beside others', [expand('2'), contract('3')], [former], ['2'], 'expand'],
  [
    'no contraction beside a node of an earlier version',
    [contract('3')],
    [former, next],
    [],
    'migrate',
  ],
  ['a contraction that all nodes know', [contract('3')], [next], ['3'], 'contract'],
  ['a later one not', [contract('3'), contract('4')], [next], ['3'], 'migrate'],
  ['no expansion that follows what waits', [contract('2'), expand('3')], [former], [], 'stop'],
  ['what comes before it', [expand('2'), stop('3')], [former], ['2'], 'stop'],
  ['a migration without a phase if no node runs', [stop('2')], [], ['2'], 'stop'],
  ['it beside a silent node', [stop('2')], [silent], ['2'], 'stop'],
  ['no contraction that a silent node does not know', [contract('2')], [silent], [], 'migrate'],
])('applies %s', (...[, pending, nodes, ready, phase]) => {
  const plan = planMigrations(pending, nodes, { contract: true })
  expect(plan.ready).toEqual(ready)
  expect([...plan.ready, ...plan.waiting]).toEqual(pending.map(({ name }) => name))
  expect(plan.waitsFor.length > 0).toBe(plan.waiting.length > 0)
  expect(findPhase(pending, plan)).toBe(phase)
})

test('applies contractions that the program does not need only on request', () => {
  const pending = [contract('1'), expand('2'), contract('3')]
  const plan = planMigrations(pending, [], { contract: false })
  expect(plan).toEqual({ ready: ['1', '2'], waiting: ['3'], waitsFor: [], isUsable: true })
})

test('names the nodes that forbid what the program needs, not those that only keep it from contracting', () => {
  const between = { ...next, schema: '2' }
  const pending = [contract('2'), expand('3'), contract('4')]
  const { isUsable, waitsFor } = planMigrations(pending, [former, between], { contract: true })
  expect({ isUsable, waitsFor }).toEqual({ isUsable: false, waitsFor: [former] })
})
