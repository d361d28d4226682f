import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CatalogError } from '../../core/errors.ts'

const PATH = '/callback'

export interface LoopbackListener extends AsyncDisposable {
  readonly redirectUri: string
  /** The address that the browser came back to: with this attempt's state, and a code or an error. */
  readonly redirected: Promise<URL>
}

/**
 * Waits on this machine for the browser to come back (RFC 8252, section 7.3). Whatever else asks
 * here gets 404 and changes nothing.
 * @param port 0 for a free one
 */
export async function listenForRedirect(state: string, port: number): Promise<LoopbackListener> {
  const { promise: redirected, resolve } = Promise.withResolvers<URL>()
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', redirectUri)
    if (request.method !== 'GET' || url === null || !isRedirect(url, state)) notFound(response)
    else answer(response, url, () => resolve(url))
  })
  const { port: bound } = await listen(server, port)
  const redirectUri = `http://127.0.0.1:${bound}${PATH}`
  return {
    redirectUri,
    redirected,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Whether the address answers this attempt and no other. */
export function isRedirect(url: URL, state: string): boolean {
  const { searchParams } = url
  return (
    url.pathname === PATH &&
    searchParams.get('state') === state &&
    (searchParams.has('code') || searchParams.has('error'))
  )
}

async function listen(server: Server, port: number): Promise<AddressInfo> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new CatalogError(
      'invalid',
      `Port ${port} cannot be used (${(error as Error).message}). Choose another with --port.`,
      { cause: error },
    )
  }
  return server.address() as AddressInfo
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'Referrer-Policy': 'no-referrer',
  Connection: 'close',
}

function answer(response: ServerResponse, url: URL, done: () => void): void {
  const text = url.searchParams.has('code')
    ? 'Signed in. You may close this page and go back to the terminal.'
    : 'Not signed in. You may close this page; the terminal tells more.'
  response.writeHead(200, HEADERS)
  response.end(page(text), done)
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, HEADERS)
  response.end(page('There is nothing here.'))
}

const page = (text: string): string =>
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>catalog</title>' +
  `<body style="font:1.2em/1.5 system-ui;margin:4em auto;max-width:30em">${text}\n`
