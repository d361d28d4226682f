import { createHash } from 'node:crypto'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { toNetworkError } from '../../../core/base/network-errors.ts'
import { parseRetryAfter } from '../../../core/base/retry-after.ts'
import type { HttpRequest, HttpResponse } from '../../client/transport.ts'
import { withRetry } from '../../client/retry.ts'

type FetchContext = Pick<Cli, 'transport' | 'sleep' | 'clock' | 'signal' | 'globals'>

/**
 * Returns the URL of an image's original. The permalink leads to a derivative instead, once the picture is processed and
 * had to be turned: because of its rotation, its mirror, or the EXIF orientation of the file.
 * @returns undefined if the permalink is null or leads to a derivative
 */
export function findOriginalUrl(permalink: string | null, baseUrl: string): string | undefined {
  if (permalink === null) return undefined
  const { pathname, href } = new URL(permalink, baseUrl)
  return /\/original\.\w+$/.test(pathname) ? href : undefined
}

/**
 * Computes the SHA-256 of the file at a URL.
 * @returns lower-case hexadecimal; undefined if there is no such file
 * @throws CatalogError kind `unavailable` if the storage fails or refuses
 */
export async function fetchDigest(cli: FetchContext, url: string): Promise<string | undefined> {
  return await fetchFile(cli, { method: 'GET', url }, async (response) => {
    const hash = createHash('sha256')
    for await (const chunk of response.chunks()) hash.update(chunk)
    return hash.digest('hex')
  })
}

/**
 * Fetches the length of the file at a URL, in bytes; undefined if there is no such file.
 * @throws CatalogError kind `unavailable` if the storage fails or refuses
 */
export async function fetchLength(cli: FetchContext, url: string): Promise<number | undefined> {
  return await fetchFile(cli, { method: 'HEAD', url }, (response) =>
    Promise.resolve(Number(response.headers['content-length'])),
  )
}

async function fetchFile<T>(
  cli: FetchContext,
  request: Pick<HttpRequest, 'method' | 'url'>,
  read: (response: HttpResponse) => Promise<T>,
): Promise<T | undefined> {
  const { signal } = cli
  return await withRetry({ cli, signal }, async () => {
    try {
      const response = await cli.transport({ ...request, headers: {}, signal })
      if (response.status === 200) return await read(response)
      await response.text()
      return requireNotFound(cli, request.url, response)
    } catch (error) {
      throw toNetworkError(error, request.url) ?? error
    }
  })
}

/** Any other refusal must not count as a missing file, which would be sent again. */
function requireNotFound(
  cli: FetchContext,
  url: string,
  { status, headers }: HttpResponse,
): undefined {
  if (status === 404 || status === 410) return undefined
  const seconds = parseRetryAfter(headers['retry-after'], cli.clock)
  const message = `${new URL(url).host} did not return the file of an image (HTTP ${status}).`
  throw new CatalogError('unavailable', message, {
    code: 'storage.unreadable',
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  })
}
