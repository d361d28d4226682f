import type { Context, Middleware } from 'koa'
import type { CapacityLog } from '../../core/base/capacity-log.ts'
import type { Config } from '../../core/config/config.ts'
import { createUnsentResponses } from '../media/unsent-responses.ts'
import { clientAddress } from './client-address.ts'

/** Smaller responses fit into the buffers of a connection. */
const SMALL_BYTES = 16 * 1024

/** Bounds the memory for texts and pictures that slow clients have not received yet. Streams wait for their clients. */
export function limitUnsent(
  { config }: { config: Pick<Config, 'trustProxy'> },
  capacity: CapacityLog,
): Middleware {
  const unsent = createUnsentResponses()
  return async (ctx, next) => {
    await next()
    const bytes = countBytes(ctx)
    if (bytes <= SMALL_BYTES) return
    const client = clientAddress(ctx.req, config.trustProxy)
    const closed = unsent.track(ctx.res, { client, bytes })
    if (closed > 0) capacity.report('unsent_responses', client)
  }
}

function countBytes({ body, method, response }: Context): number {
  const isInMemory = typeof body === 'string' || Buffer.isBuffer(body)
  return isInMemory && method !== 'HEAD' && response.status !== 304 ? response.length : 0
}
