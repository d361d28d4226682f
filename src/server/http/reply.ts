import type { Readable } from 'node:stream'
import type { ByteRange } from '../../core/storage/object-store.ts'
import type { ExportRequest } from '../export/messages.ts'

/** The result of a handler, which the server turns into an HTTP response. */
export interface Reply {
  status: number
  /** Objects and arrays are sent as JSON, strings unchanged. */
  body: unknown
  /** Only `Set-Cookie` may have several values. */
  headers: Record<string, string | string[]>
  /** Sent instead of `body`. */
  file?: FileBody
  /** Sent instead of `body`. */
  image?: ImageBody
  /** Text that is sent while it is made, instead of `body`. */
  stream?: AsyncIterable<string>
  /** Sent instead of `body`. */
  export?: ExportRequest
  /** The ETag, if it is known already. */
  tag?: string
  /** Revision of the row in the response. Makes the ETag a strong one, for `If-Match`. */
  revision?: number
}

export function json(body: unknown, status = 200): Reply {
  return { status, body, headers: { 'Content-Type': 'application/json' } }
}

/** 201 Created, with a JSON body. */
export function created(body: unknown): Reply {
  return json(body, 201)
}

export function html(body: string, status = 200, headers: Reply['headers'] = {}): Reply {
  return { status, body, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } }
}

/** 204 No Content. */
export function noContent(): Reply {
  return { status: 204, body: null, headers: {} }
}

/** 303 See Other: the browser requests `location` with GET. */
export function redirect(location: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, body: null, headers: { Location: location, ...headers } }
}

/** A file that is opened only when it is sent. */
export interface FileBody {
  /** In bytes. */
  size: number
  open(range?: ByteRange): Readable
}

/** An image that is read or rendered only if the client does not have it. Rendering is limited. */
export type ImageBody = { etag: string } & (
  | { read(): Promise<Buffer> }
  /** `client` identifies the client, which takes turns with others; `signal` aborts if it disconnects. */
  | { render(client: string, signal: AbortSignal): Promise<Buffer> }
)

/**
 * 200 with an image. The server handles conditional requests and `HEAD`.
 * @param headers at least `Content-Type`
 */
export function image(body: ImageBody, headers: Record<string, string>): Reply {
  return { status: 200, body: null, headers, image: body }
}

/**
 * 200 with a file. The server handles ranges, conditional requests and `HEAD`.
 * @param headers at least `Content-Type`
 */
export function file(body: FileBody, headers: Record<string, string>): Reply {
  return { status: 200, body: null, headers, file: body }
}
