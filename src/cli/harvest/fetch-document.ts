import { MICROS_PER_SECOND } from '../../core/base/clock.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'
import type { Cli } from '../cli.ts'
import { withRetry } from '../client/retry.ts'
import { MAX_DELAY_SECONDS } from '../download/retry-download.ts'
import { requestFile } from '../download/request-file.ts'
import { createDecoder } from '../tables/encodings.ts'
import { unreadable } from './problem.ts'

/** A larger document is not read. */
const MAX_DOCUMENT_BYTES = 64 * 1024 ** 2

/** Time to receive one document. */
const DOCUMENT_MS = 5 * 60_000

/** Requests documents of a remote: one at a time, at most so many a second, and none of private addresses. */
export interface Remote {
  readonly cli: Cli
  /** Whether to refuse private addresses, also after a redirect and whatever a name server answers. */
  readonly onlyPublic: boolean
  /** Host with port whose private addresses are allowed nevertheless. */
  readonly trustedHost: string | undefined
  /** Waits until the next request may be sent. */
  pace: () => Promise<void>
  /** Shows a message while the harvest continues. */
  log: (sentence: string) => void
}

export interface RemoteOptions {
  /** Requests a second. */
  rate: number
  allowPrivateUrls: boolean
  /** Host with port whose private addresses are allowed in any case. */
  trustedHost?: string
  log: (sentence: string) => void
}

export function createRemote(
  cli: Cli,
  { rate, allowPrivateUrls, trustedHost, log }: RemoteOptions,
): Remote {
  let next = 0
  return {
    cli,
    log,
    onlyPublic: !allowPrivateUrls,
    trustedHost,
    async pace() {
      const now = cli.clock.now()
      const wait = next - now
      next = Math.max(now, next) + MICROS_PER_SECOND / rate
      if (wait > 0) await cli.sleep((wait / MICROS_PER_SECOND) * 1000, cli.signal)
    },
  }
}

/**
 * Requests a text document, and repeats the request if the server is overloaded or fails, when it asks for that.
 * @param accept media types
 * @throws CatalogError if the server sends no such document; its code tells why
 */
export async function fetchDocument(remote: Remote, url: string, accept: string): Promise<string> {
  const { cli, log } = remote
  const { signal } = cli
  const retry = { cli, signal, log, maxDelaySeconds: MAX_DELAY_SECONDS }
  return await withRetry(retry, async () => {
    await remote.pace()
    return await receive(remote, url, accept)
  })
}

async function receive(remote: Remote, url: string, accept: string): Promise<string> {
  const { cli, onlyPublic, trustedHost } = remote
  const expired = AbortSignal.timeout(DOCUMENT_MS)
  const request = new AbortController()
  const signal = AbortSignal.any([cli.signal, expired, request.signal])
  const headers = { Accept: accept }
  try {
    const response = await requestFile(cli, { url, headers, signal, onlyPublic, trustedHost })
    const bytes = await readBounded(response.chunks(), url)
    return decode(bytes, response.headers['content-type'] ?? '', url)
  } catch (error) {
    cli.signal.throwIfAborted()
    if (!expired.aborted) throw toNetworkError(error, url) ?? error
    throw unreadable('too_slow', url, `was not received within ${DOCUMENT_MS / 60_000} minutes`)
  } finally {
    // Closes the connection if the document was not read to its end.
    request.abort()
  }
}

async function readBounded(chunks: AsyncIterable<Uint8Array>, url: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MAX_DOCUMENT_BYTES) {
      throw unreadable('too_large', url, `is larger than ${MAX_DOCUMENT_BYTES / 1024 ** 2} MB`)
    }
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

/** Decodes a document in the encoding that its header or its XML declaration names, or in UTF-8. */
function decode(bytes: Buffer, contentType: string, url: string): string {
  const declaration = /^<\?xml[^>]*?encoding=["']([\w.:-]{1,40})["']/.exec(
    bytes.subarray(0, 200).toString('latin1'),
  )
  const charset = /charset="?([\w.:-]{1,40})/i.exec(contentType)
  const name = charset?.[1] ?? declaration?.[1] ?? 'utf-8'
  const decoder = createDecoder(name)
  if (!decoder) throw unreadable('encoding', url, `is in the unknown encoding ${name}`)
  try {
    return decoder.decode(bytes).replace(/^\ufeff/, '')
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw unreadable('encoding', url, `is not valid ${name}, as it says to be`)
  }
}

/** Parses JSON. @throws CatalogError code `harvest.json` */
export function parseJson(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const what = text.trimStart().startsWith('<') ? 'is not JSON' : 'is cut off or not JSON'
    throw unreadable('json', url, what)
  }
}
