import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import type { ServiceContext } from './service-client.ts'
import type { Service } from './service.ts'

/** Creates the context of one request for a user who waits for the answer: a single attempt, within its timeout. */
export function createInteractiveContext(
  { timeoutMs }: Service,
  { baseUrl, clock }: { baseUrl: string | null; clock: Clock },
): ServiceContext {
  return {
    transport: sendRequest,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    clock,
    signal: AbortSignal.timeout(timeoutMs),
    userAgent: `catalog (${baseUrl ?? 'no public address'})`,
    maxAttempts: 1,
  }
}

const sendRequest: ServiceContext['transport'] = async ({ method, url, headers, body, signal }) => {
  const response = await fetch(url, {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    async *chunks() {
      if (response.body) yield* response.body
    },
  }
}
