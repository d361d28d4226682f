import type { IncomingMessage } from 'node:http'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { RENDERS_PER_MINUTE } from '../../core/base/limits.ts'
import { clientAddress } from '../middleware/client-address.ts'
import { createRateLimiter } from '../../core/auth/limits/create-rate-limiter.ts'

/** Limits what rendered images cost, over all routes. */
export interface RenderLimits {
  /**
   * Counts a request.
   * @returns the client's address, by which the clients take turns
   * @throws CatalogError kind `rate_limited`
   */
  admit(request: IncomingMessage): Promise<string>
}

export function createRenderLimits({
  clock,
  config,
  requestTimes,
}: Pick<Catalog, 'clock' | 'requestTimes'> & {
  config: Pick<Catalog['config'], 'trustProxy'>
}): RenderLimits {
  const limit = { name: 'rendered images', perMinute: RENDERS_PER_MINUTE }
  const limitClient = createRateLimiter(limit, { clock, requestTimes })
  return {
    async admit(request) {
      const client = clientAddress(request, config.trustProxy)
      await limitClient(client)
      return client
    },
  }
}
