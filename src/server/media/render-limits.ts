import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from '../../core/services.ts'
import { MAX_UNSENT_BYTES, RENDERS_PER_MINUTE } from '../../core/limits.ts'
import { clientAddress } from '../middleware/client-address.ts'
import { createRateLimiter } from '../../core/rate-limits/create-rate-limiter.ts'

/** Limits what rendered images cost, over all routes. */
export interface RenderLimits {
  /**
   * Counts a request.
   * @returns the client's address, by which the clients take turns
   * @throws CatalogError kind `rate_limited`
   */
  admit(request: IncomingMessage): Promise<string>
  /**
   * Counts an image until its client has received it or disconnected. If too many bytes wait, closes the connections that
   * have taken longest: to refuse new images instead would let a few slow clients block all others.
   */
  trackUnsent(image: Buffer, response: ServerResponse): void
}

export function createRenderLimits({
  clock,
  config,
  requestTimes,
}: Pick<Services, 'clock' | 'requestTimes'> & {
  config: Pick<Services['config'], 'trustProxy'>
}): RenderLimits {
  const limit = { name: 'rendered images', perMinute: RENDERS_PER_MINUTE }
  const limitClient = createRateLimiter(limit, { clock, requestTimes })
  /** The lengths of the images that are being sent, oldest first. */
  const unsent = new Map<ServerResponse, number>()
  let unsentBytes = 0
  const forget = (response: ServerResponse): void => {
    unsentBytes -= unsent.get(response) ?? 0
    unsent.delete(response)
  }
  return {
    async admit(request) {
      const client = clientAddress(request, config.trustProxy)
      await limitClient(client)
      return client
    },
    trackUnsent({ length }, response) {
      if (response.destroyed) return
      unsent.set(response, length)
      unsentBytes += length
      response.once('close', () => forget(response))
      for (const [slowest] of unsent) {
        if (unsentBytes <= MAX_UNSENT_BYTES) return
        forget(slowest)
        slowest.destroy()
      }
    },
  }
}
