import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import type { Context } from 'koa'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Reply } from '../http/reply.ts'
import type { Exports } from './exports.ts'
import type { ExportRequest } from './messages.ts'

/** Sends what has been compressed with each chunk, so that clients receive it at once. */
const FLUSHED = {
  zstd: { flush: constants.ZSTD_e_flush },
  br: { flush: constants.BROTLI_OPERATION_FLUSH },
  gzip: { flush: constants.Z_SYNC_FLUSH },
  deflate: { flush: constants.Z_SYNC_FLUSH },
}

interface ExportServices {
  exports: Exports
  catalog: Pick<Catalog, 'config' | 'log'>
}

/**
 * Sends an export while it is read. If it fails midway or takes too long, the connection is closed before the end of the
 * response, which clients notice.
 * @throws before any header is set, if the export cannot start
 */
export async function sendExport(
  ctx: Context,
  request: ExportRequest,
  { Vary = [], ...headers }: Reply['headers'],
  { exports, catalog }: ExportServices,
): Promise<void> {
  const stream = ctx.method === 'HEAD' ? undefined : await startStream(ctx, request, exports)
  ctx.set(headers)
  ctx.vary(Vary)
  if (stream) {
    if (ctx.compress !== false) ctx.compress = FLUSHED
    ctx.body = stream
    endInTime(ctx, stream, catalog)
  }
  ctx.status = 200
}

/** Waits for the first chunk, so that errors before it are reported as JSON. */
async function startStream(
  ctx: Context,
  request: ExportRequest,
  exports: Exports,
): Promise<Readable> {
  const client = { address: ctx.state.address(ctx), userId: ctx.state.caller?.userId }
  const chunks = exports.read(request, client)
  const first = await chunks.next()
  const stream = Readable.from(startWith(first, chunks), { objectMode: false })
  // A generator that has not started yet would not pass its return on.
  return stream.once('close', () => void chunks.return())
}

async function* startWith(
  first: IteratorResult<Uint8Array, void>,
  others: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  if (first.value) yield first.value
  yield* others
}

/** Closes the connection of an export that takes too long or fails, and logs how the export ended. */
function endInTime(
  { res, state }: Context,
  stream: Readable,
  { config, log }: ExportServices['catalog'],
): void {
  const { requestId: request, route } = state
  const started = performance.now()
  const timer = setTimeout(() => {
    log.warn({ request, route }, `export cut after ${config.exportSeconds} seconds`)
    res.destroy()
  }, config.exportSeconds * 1000)
  stream.once('close', () => clearTimeout(timer))
  // The stream may end up behind a compressor, which does not pass errors on.
  stream.once('error', () => res.destroy())
  res.once('close', () => {
    const ms = Math.round(performance.now() - started)
    log.info({ request, route, ms, complete: res.writableFinished }, 'export ended')
  })
}
