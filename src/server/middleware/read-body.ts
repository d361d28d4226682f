import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import { MAX_JSON_BYTES } from '../../core/base/limits.ts'

const MAX_FORM_BYTES = 64 * 1024
const BODY_TIMEOUT_MS = 30_000

/** The `body` schema of a route that accepts a form. It keeps repeated fields. */
export const formBody = z.instanceof(URLSearchParams)

/** Reads a JSON body. @param limit in bytes, 1 MiB by default */
export async function readJson(request: IncomingMessage, limit?: number): Promise<unknown> {
  requireType(request, 'application/json')
  const text = await readText(request, { limit })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CatalogError('invalid', `JSON parse error: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Reads an `application/x-www-form-urlencoded` body. @param limit in bytes, 64 KiB by default */
export async function readForm(
  request: IncomingMessage,
  limit = MAX_FORM_BYTES,
): Promise<URLSearchParams> {
  requireType(request, 'application/x-www-form-urlencoded')
  return new URLSearchParams(await readText(request, { limit }))
}

/** @throws CatalogError kind `unsupported` */
function requireType(request: IncomingMessage, type: string): void {
  const actual = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (actual === type) return
  throw new CatalogError(
    'unsupported',
    `The Content-Type must be ${type}, ${actual === undefined ? 'but is missing' : `not ${actual}`}.`,
  )
}

/**
 * Reads the body as UTF-8. It has its own time limit, because that of the server allows long uploads.
 * @throws CatalogError kind `too_large`, `too_slow` or `invalid`
 */
export async function readText(
  request: IncomingMessage,
  {
    limit = MAX_JSON_BYTES,
    withinMs = BODY_TIMEOUT_MS,
  }: { limit?: number | undefined; withinMs?: number } = {},
): Promise<string> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(timeoutError(withinMs)), withinMs)
  try {
    return decode(await Promise.race([readBytes(bodyStream(request), limit), timeout]))
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? interruptedError(error) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Iterates over a body. Stopping early keeps the connection open for the response. */
export function bodyStream(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return request.iterator({ destroyOnReturn: false })
}

async function readBytes(source: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.byteLength
    if (size > limit)
      throw new CatalogError('too_large', `The body must not be larger than ${limit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new CatalogError('invalid', 'The body is not valid UTF-8.', { cause: error })
  }
}

function timeoutError(withinMs: number): CatalogError {
  return new CatalogError(
    'too_slow',
    `The body was not received within ${withinMs / 1000} seconds.`,
    { capacity: 'request_bodies' },
  )
}

function interruptedError(cause: unknown): CatalogError {
  return new CatalogError(
    'invalid',
    'The connection was closed before the whole body was received.',
    { cause },
  )
}
