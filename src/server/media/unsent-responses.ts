import type { ServerResponse } from 'node:http'
import { MAX_CLIENT_UNSENT_BYTES, MAX_UNSENT_BYTES } from '../../core/base/limits.ts'

/** Bounds the memory for responses that slow clients have not received yet. */
export interface UnsentResponses {
  /**
   * Counts a response until its client has received it or disconnected. If too many bytes wait, for its client or for all,
   * closes the connections of those that have taken longest: to refuse new requests instead would let a few slow clients
   * block all others.
   * @returns the number of connections that were closed
   */
  track(response: ServerResponse, of: { client: string; bytes: number }): number
}

interface Waiting {
  bytes: number
  /** Oldest first. */
  responses: Map<ServerResponse, number>
}

export function createUnsentResponses(): UnsentResponses {
  const all: Waiting = { bytes: 0, responses: new Map() }
  const byClient = new Map<string, Waiting>()
  return {
    track(response, { client, bytes }) {
      if (response.destroyed) return 0
      const own = byClient.get(client) ?? { bytes: 0, responses: new Map() }
      byClient.set(client, own)
      for (const waiting of [own, all]) add(waiting, response, bytes)
      response.once('close', () => {
        for (const waiting of [own, all]) remove(waiting, response)
        if (own.responses.size === 0 && byClient.get(client) === own) byClient.delete(client)
      })
      return closeSlowest(own, MAX_CLIENT_UNSENT_BYTES) + closeSlowest(all, MAX_UNSENT_BYTES)
    },
  }
}

function add(waiting: Waiting, response: ServerResponse, bytes: number): void {
  waiting.responses.set(response, bytes)
  waiting.bytes += bytes
}

function remove(waiting: Waiting, response: ServerResponse): void {
  waiting.bytes -= waiting.responses.get(response) ?? 0
  waiting.responses.delete(response)
}

function closeSlowest(waiting: Waiting, maxBytes: number): number {
  let closed = 0
  for (const [slowest] of waiting.responses) {
    if (waiting.bytes <= maxBytes) break
    // The event `close` follows later.
    remove(waiting, slowest)
    slowest.destroy()
    closed += 1
  }
  return closed
}
