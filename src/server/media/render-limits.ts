import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from '../../core/services.ts'
import { CatalogError } from '../../core/errors.ts'
import { RENDERS_PER_MINUTE } from '../../core/limits.ts'
import { clientAddress } from '../middleware/client-address.ts'
import { createRateLimiter } from '../middleware/rate-limit.ts'

/** Memory for rendered images that slow clients have not received yet. */
const MAX_UNSENT_BYTES = 256 * 1024 ** 2

const RETRY_SECONDS = 10

/** Limits what rendered images cost, over all routes. */
export interface RenderLimits {
  /** @throws CatalogError kind `rate_limited` or `busy` */
  admit(request: IncomingMessage): void
  /** Counts an image until its client has received it or disconnected. */
  trackUnsent(image: Buffer, response: ServerResponse): void
}

export function createRenderLimits({
  clock,
  config,
}: Pick<Services, 'clock'> & { config: Pick<Services['config'], 'trustProxy'> }): RenderLimits {
  const limitClient = createRateLimiter(RENDERS_PER_MINUTE, clock)
  let unsentBytes = 0
  return {
    admit(request) {
      limitClient(clientAddress(request, config.trustProxy))
      if (unsentBytes >= MAX_UNSENT_BYTES) throw tooManyUnsent()
    },
    trackUnsent({ length }, response) {
      if (response.destroyed) return
      unsentBytes += length
      response.once('close', () => (unsentBytes -= length))
    },
  }
}

function tooManyUnsent(): CatalogError {
  const message = `Too many images are being sent. Try again in ${RETRY_SECONDS} seconds.`
  return new CatalogError('busy', message, { retryAfterSeconds: RETRY_SECONDS })
}
