import type { Readable } from 'node:stream'
import type { ByteRange } from '../core/storage/object-store.ts'

/** What a handler answers; the server turns it into HTTP. */
export interface Reply {
  status: number
  /** An object or array goes out as JSON, a text as it is. */
  body: unknown
  /** Several values only of `Set-Cookie`. */
  headers: Record<string, string | string[]>
  /** Stands in for the body. */
  file?: FileBody
  /** The ETag of an answer to programs, where it is known already. */
  tag?: string
  /** Revision of the row that the answer shows. It makes the ETag a strong one, which `If-Match` understands. */
  revision?: number
}

/** 200 with a JSON body, or another status. */
export function json(body: unknown, status = 200): Reply {
  return { status, body, headers: { 'Content-Type': 'application/json' } }
}

/** 201 with a JSON body. */
export function created(body: unknown): Reply {
  return json(body, 201)
}

export function html(body: string, status = 200, headers: Reply['headers'] = {}): Reply {
  return { status, body, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } }
}

/** 303: the browser goes on to `location` with GET. */
export function redirect(location: string, headers: Reply['headers'] = {}): Reply {
  return { status: 303, body: null, headers: { Location: location, ...headers } }
}

/** Bytes that lie somewhere; read only when, and as far as, they are sent. */
export interface FileBody {
  /** In bytes. */
  size: number
  open(range?: ByteRange): Readable
}

/** A file. Ranges, conditions and `HEAD` are seen to by the server; `headers` hold at least the type. */
export function file(body: FileBody, headers: Record<string, string>): Reply {
  return { status: 200, body: null, headers, file: body }
}
