import { expect, test } from 'vitest'
import { createCommitOrder } from '../../../../../src/cli/import/transfer/commit-order.ts'

/** Resolves after the continuations of all settled promises have run. */
const continuationsRan = () => new Promise((resolve) => setImmediate(resolve))

test('starts no commit before all earlier ones ended', async () => {
  const next = createCommitOrder(true)
  const [first, second, third] = [next(), next(), next()]
  const begun: number[] = []
  for (const [index, turn] of [third, second, first].entries()) {
    void turn.begin().then(() => begun.push(3 - index))
  }
  third.end()
  await continuationsRan()
  expect(begun).toEqual([1])
  first.end()
  await continuationsRan()
  expect(begun).toEqual([1, 2])
  second.end()
  await continuationsRan()
  expect(begun).toEqual([1, 2, 3])
})

test('notifies waiting commits in order before their turn, even after one was abandoned', async () => {
  const next = createCommitOrder(true)
  const [first, second, third, fourth] = [next(), next(), next(), next()]
  const called: number[] = []
  fourth.callInOrder(() => called.push(4))
  second.callInOrder(() => called.push(2))
  await continuationsRan()
  expect(called).toEqual([])
  first.callInOrder(() => called.push(1))
  await continuationsRan()
  expect(called).toEqual([1, 2])
  third.end()
  await continuationsRan()
  expect(called).toEqual([1, 2, 4])
})

test('later commits overtake one that takes too long', async () => {
  const next = createCommitOrder(true, 1)
  const [, second] = [next(), next()]
  expect(await second.begin()).toBe(false)
})

test('starts all commits at once if no order is required, without notifications', async () => {
  const next = createCommitOrder(false)
  const [, second] = [next(), next()]
  second.callInOrder(() => expect.unreachable())
  expect(await second.begin()).toBe(true)
})
