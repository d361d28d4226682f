import type { Micros } from '../../base/clock.ts'

/** Records as many of the requests as the limit permits. @returns their number, and how long the others have to wait */
export type RecordRequests = (
  client: bigint,
  limit: { perMinute: number; requests: number },
) => Promise<{ accepted: number; wait: Micros }>

/**
 * Counts the requests of each client with one query at a time. The next query counts all that arrive while it runs, so
 * that a flood of requests needs few queries, and holds up no other client.
 */
export function countInBatches(
  record: RecordRequests,
): (client: bigint, perMinute: number) => Promise<Micros> {
  /** The requests that arrived while a query runs, by client. */
  const arrived = new Map<bigint, PromiseWithResolvers<Micros>[]>()

  async function countAll(client: bigint, perMinute: number): Promise<void> {
    for (let batch = take(client); batch.length > 0; batch = take(client)) {
      try {
        const { accepted, wait } = await record(client, { perMinute, requests: batch.length })
        for (const [index, { resolve }] of batch.entries()) resolve(index < accepted ? 0 : wait)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    arrived.delete(client)
  }

  const take = (client: bigint): PromiseWithResolvers<Micros>[] =>
    arrived.get(client)?.splice(0) ?? []

  return (client, perMinute) => {
    const waiting = Promise.withResolvers<Micros>()
    const others = arrived.get(client)
    if (others) others.push(waiting)
    else {
      arrived.set(client, [waiting])
      void countAll(client, perMinute)
    }
    return waiting.promise
  }
}
