import type { Readable } from 'node:stream'

/** What a handler answers; the server turns it into HTTP. */
export interface Reply {
  status: number
  /** An object or array goes out as JSON, a text as it is. */
  body: unknown
  /** Several values only of `Set-Cookie`. */
  headers: Record<string, string | string[]>
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

/** A file's bytes, streamed; `headers` hold type and length. */
export function bytes(stream: Readable, headers: Record<string, string>, status = 200): Reply {
  return { status, body: stream, headers }
}
