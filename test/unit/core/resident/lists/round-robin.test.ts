import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createRoundRobin } from '../../../../../src/core/resident/lists/round-robin.ts'

test('alternates between the queues, and receives messages in between', async () => {
  const { port1, port2 } = new MessageChannel()
  const handled: string[] = []
  const add = createRoundRobin<string>((item) => {
    handled.push(item)
    if (handled.length === 6) port1.close()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    if (item === 'a1') port1.postMessage('b1')
  })
  port2.on('message', (item: string) => add(1, item))
  for (const item of ['a1', 'a2', 'a3', 'a4', 'a5']) add(0, item)
  await once(port2, 'close')
  expect(handled.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1'])
  expect(handled.indexOf('b1')).toBeLessThan(4)
})
