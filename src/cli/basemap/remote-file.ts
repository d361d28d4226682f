import { CatalogError } from '../../core/base/errors.ts'
import type { ReadRange } from '../../core/model/pmtiles/archive.ts'
import { withRetry } from '../client/retry.ts'
import type { HttpResponse } from '../client/transport.ts'
import { requestFile } from '../download/request-file.ts'
import { MAX_DELAY_SECONDS, type DownloadContext } from '../download/retry-download.ts'

const FIRST_BYTES = 16_384

export type RemoteContext = DownloadContext['cli']

/** A file on a server, of which parts are requested. */
export interface RemoteFile {
  url: string
  /** Changes with the content: ETag, time of the last change, and size. */
  version: string
  /** Reads a part, with retries. */
  read: ReadRange
  /** Streams a part. Throws if the connection is lost or the file has changed. */
  stream: (offset: number, length: number) => AsyncIterable<Uint8Array>
}

interface Range {
  offset: number
  length: number
}

/**
 * Opens a file by reading its beginning.
 * @throws CatalogError kind `not_found` if there is none, `unsupported` if the server sends whole files only
 */
export async function openRemoteFile(context: RemoteContext, url: string): Promise<RemoteFile> {
  const retries = { cli: context, signal: context.signal, maxDelaySeconds: MAX_DELAY_SECONDS }
  const first = await withRetry(retries, async () => {
    const range = { offset: 0, length: FIRST_BYTES }
    const { response, version, length } = await requestRange(context, url, range)
    const bytes = new Uint8Array(await collect(limitBody(response, { url, length })))
    return { version, bytes }
  })
  const stream = (offset: number, length: number) =>
    streamRange(context, { url, version: first.version }, { offset, length })
  return {
    url,
    version: first.version,
    stream,
    async read(offset, length) {
      if (offset + length <= FIRST_BYTES) return first.bytes.slice(offset, offset + length)
      return await withRetry(
        retries,
        async () => new Uint8Array(await collect(stream(offset, length))),
      )
    },
  }
}

async function* streamRange(
  context: RemoteContext,
  { url, version }: Pick<RemoteFile, 'url' | 'version'>,
  range: Range,
): AsyncGenerator<Uint8Array> {
  const request = new AbortController()
  const signal = AbortSignal.any([context.signal, request.signal])
  try {
    const found = await requestRange({ ...context, signal }, url, range)
    if (found.version !== version) throw changed(url)
    const { response, length } = found
    if (length < range.length) throw cutOff(url)
    yield* limitBody(response, { url, length })
  } finally {
    // Closes the connection if the response was not read to its end.
    request.abort()
  }
}

/** @throws CatalogError if the body is not as long as the range */
async function* limitBody(
  response: HttpResponse,
  { url, length }: { url: string; length: number },
): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const chunk of response.chunks()) {
    received += chunk.length
    if (received > length) break
    yield chunk
  }
  if (received === length) return
  const message = `The server sent ${received} of ${length} bytes that were requested of ${url}.`
  throw new CatalogError('unavailable', message, {
    hint: 'Run the same command again; it continues.',
  })
}

interface RangeResponse {
  response: HttpResponse
  version: string
  /** Bytes that the server promises: fewer than requested at the end of the file. */
  length: number
}

async function requestRange(
  context: RemoteContext,
  url: string,
  { offset, length }: Range,
): Promise<RangeResponse> {
  const headers = { Range: `bytes=${offset}-${offset + length - 1}` }
  const { signal } = context
  const hint = 'Check --from.'
  const response = await requestFile(context, { url, headers, signal, hint })
  const { status, headers: found } = response
  if (status === 416) throw cutOff(url)
  const sent =
    status === 206 ? readSentRange(found['content-range'], { offset, length }) : undefined
  if (!sent) throw lacksRanges(url)
  const version = [found.etag ?? '', found['last-modified'] ?? '', sent.total].join(' ')
  return { response, version, length: sent.length }
}

/** Reads `Content-Range`. @returns undefined if it is no range, or not the beginning of the requested one */
function readSentRange(header: string | undefined, requested: Range) {
  const [, start, end, total = '*'] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header ?? '') ?? []
  const length = Number(end) - requested.offset + 1
  const isRequested = Number(start) === requested.offset && length <= requested.length
  return isRequested && length > 0 ? { length, total } : undefined
}

function cutOff(url: string): CatalogError {
  return new CatalogError('unsupported', `${url} is damaged: it is cut off.`)
}

function lacksRanges(url: string): CatalogError {
  const message = `The server of ${url} sends whole files only (it does not support range requests).`
  const hint = 'Download the file, and install it with: catalog basemap add FILE'
  return new CatalogError('unsupported', message, { hint })
}

function changed(url: string): CatalogError {
  const message = `${url} was replaced while it was read.`
  const hint = 'Run the same command again; it starts with the new file.'
  return new CatalogError('conflict', message, { hint })
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks))
}
