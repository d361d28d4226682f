import { notUnderstood, type Service } from './service.ts'

/** A response whose body is read once. */
export interface ResponseBody {
  /** By lower-case name. */
  headers: Record<string, string>
  chunks(): AsyncIterable<Uint8Array>
}

/**
 * Reads a JSON body, and stops as soon as it is too large.
 * @throws CatalogError with code `not_understood` if it is too large, a web page, or not JSON
 */
export async function readJsonBody(service: Service, response: ResponseBody): Promise<unknown> {
  const bytes = await readLimited(service, response)
  if (/^text\/html\b/i.test(response.headers['content-type'] ?? '')) {
    throw notUnderstood(service, 'The server sent a web page instead of JSON.')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw notUnderstood(service, 'The server did not send JSON.')
  }
}

async function readLimited(service: Service, response: ResponseBody): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.chunks()) {
    size += chunk.byteLength
    if (size > service.maxBytes) {
      const megabytes = Math.round(service.maxBytes / 1024 ** 2)
      throw notUnderstood(service, `The response is larger than ${megabytes} MB. Ask for less.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Ends a response whose body is not needed, so that its connection is free. */
export async function discardBody(response: ResponseBody): Promise<void> {
  // Leaving the loop closes the stream.
  for await (const _ of response.chunks()) return
}
