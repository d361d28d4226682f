import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from './browser.ts'

/** The loopback listener of an app during a sign-in (RFC 8252, section 7.3). */
export interface Loopback extends AsyncDisposable {
  /** The redirect URI with the port of the listener. */
  readonly redirectUri: string
  /** Follows the redirect of the browser, and returns the address that the app receives. */
  receive: (page: Page) => Promise<URL>
}

export async function openLoopback(host: '127.0.0.1' | '::1' = '127.0.0.1'): Promise<Loopback> {
  const server = createServer((_, response) => response.end('You may close this window.'))
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://${host === '::1' ? '[::1]' : host}:${port}`
  return {
    redirectUri: `${origin}/callback`,
    async receive({ address }) {
      const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
      await (await fetch(address)).text()
      const [{ url = '' }] = await asked
      return new URL(url, origin)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
