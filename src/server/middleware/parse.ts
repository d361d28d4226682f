import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { CatalogError } from '../../core/errors.ts'

const MAX_JSON_BYTES = 1024 * 1024
const MAX_FORM_BYTES = 64 * 1024

/** As a route's `body`: it takes a form and gets its fields as they came, repeated ones too. */
export const formBody = z.instanceof(URLSearchParams)

/** Reads a JSON body of at most a megabyte. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  requireType(request, 'application/json')
  const text = await readText(request)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CatalogError('invalid', `JSON parse error: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Reads an `application/x-www-form-urlencoded` body of at most 64 KiB. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  requireType(request, 'application/x-www-form-urlencoded')
  return new URLSearchParams(await readText(request, MAX_FORM_BYTES))
}

/** @throws CatalogError kind `unsupported` */
function requireType(request: IncomingMessage, type: string): void {
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (given === type) return
  throw new CatalogError('unsupported', `The body must be ${type}, not ${given ?? 'of no type'}.`)
}

/** The body as UTF-8. @throws CatalogError kind `too_large` or `invalid` */
export async function readText(request: IncomingMessage, limit = MAX_JSON_BYTES): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw new CatalogError('too_large', `The body is larger than ${limit} bytes.`)
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (error) {
    throw new CatalogError('invalid', 'The body is not UTF-8.', { cause: error })
  }
}
