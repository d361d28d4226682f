import { expect, test } from 'vitest'
import { createCommitOrder } from '../../../../../src/cli/import/engine/commit-order.ts'

/** So that whatever is settled has been told to whoever waits. */
const everybodyHeard = () => new Promise((resolve) => setImmediate(resolve))

test('nobody begins before all before are through', async () => {
  const next = createCommitOrder(true)
  const [first, second, third] = [next(), next(), next()]
  const begun: number[] = []
  for (const [index, turn] of [third, second, first].entries()) {
    void turn.begin().then(() => begun.push(3 - index))
  }
  third.end()
  await everybodyHeard()
  expect(begun).toEqual([1])
  first.end()
  await everybodyHeard()
  expect(begun).toEqual([1, 2])
  second.end()
  await everybodyHeard()
  expect(begun).toEqual([1, 2, 3])
})

test('all are called as near in their order, long before their turn, also past one that gave up', async () => {
  const next = createCommitOrder(true)
  const [first, second, third, fourth] = [next(), next(), next(), next()]
  const called: number[] = []
  fourth.callInOrder(() => called.push(4))
  second.callInOrder(() => called.push(2))
  await everybodyHeard()
  expect(called).toEqual([])
  first.callInOrder(() => called.push(1))
  await everybodyHeard()
  expect(called).toEqual([1, 2])
  third.end()
  await everybodyHeard()
  expect(called).toEqual([1, 2, 4])
})

test('one that takes too long is overtaken', async () => {
  const next = createCommitOrder(true, 1)
  const [, second] = [next(), next()]
  expect(await second.begin()).toBe(false)
})

test('without an order everybody may begin, and nobody is called', async () => {
  const next = createCommitOrder(false)
  const [, second] = [next(), next()]
  second.callInOrder(() => expect.unreachable())
  expect(await second.begin()).toBe(true)
})
