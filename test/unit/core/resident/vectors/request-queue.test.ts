import { expect, test } from 'vitest'
import { RequestQueue } from '../../../../../src/core/resident/vectors/request-queue.ts'

function createQueue(...clients: string[]) {
  const queue = new RequestQueue<{ id: number; client: string }>()
  for (const [id, client] of clients.entries()) queue.add({ id, client })
  return queue
}

function takeAll(queue: RequestQueue<{ id: number; client: string }>): string[] {
  const taken: string[] = []
  for (let next = queue.take(); next; next = queue.take()) taken.push(`${next.client}${next.id}`)
  return taken
}

test('a client with many requests does not delay those of others', () => {
  const queue = createQueue('a', 'a', 'a', 'a', 'b', 'c', 'b')
  expect(takeAll(queue)).toEqual(['a0', 'b4', 'c5', 'a1', 'b6', 'a2', 'a3'])
})

test('a request that comes later waits for those before it, not for all of a busy client', () => {
  const queue = createQueue('a', 'a', 'a', 'b')
  expect([queue.take()?.id, queue.take()?.id]).toEqual([0, 3])
  queue.add({ id: 4, client: 'c' })
  queue.add({ id: 5, client: 'c' })
  queue.remove(2)
  expect(takeAll(queue)).toEqual(['c4', 'a1', 'c5'])
})
