import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CatalogError } from '../../core/base/errors.ts'

const PATH = '/callback'

export interface LoopbackListener extends AsyncDisposable {
  readonly redirectUri: string
  /** The URL to which the browser was redirected: with this sign-in's state, and a code or an error. */
  readonly redirected: Promise<URL>
}

/**
 * Listens on the loopback interface for the redirect from the browser (RFC 8252, section 7.3). Any other request
 * gets 404.
 * @param port 0 picks a free port
 * @throws CatalogError kind `invalid` if the port cannot be used
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

/** Whether a URL is the redirect of this sign-in. */
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
      `Cannot listen on port ${port}: ${(error as Error).message}. Choose another with --port.`,
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
    ? 'You can close this page and return to the terminal.'
    : 'The sign-in failed. You can close this page and return to the terminal for the reason.'
  response.writeHead(200, HEADERS)
  response.end(page(text), done)
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, HEADERS)
  response.end(page('Not found.'))
}

const page = (text: string): string =>
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>catalog</title>' +
  `<body style="font:1.2em/1.5 system-ui;margin:4em auto;max-width:30em">${text}\n`
