import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestServer } from './test-server.ts'

/** Opens a connection to the server on which a test can send any bytes. */
export function openConnectionTo({ boundUrl }: Pick<TestServer, 'boundUrl'>): Socket {
  const { hostname, port } = new URL(boundUrl)
  // The server may close the connection while the test still writes.
  return connect({ host: hostname, port: Number(port) }).on('error', () => undefined)
}

/** Sends the bytes and reads until the server closes the connection. */
export async function exchangeBytes(
  server: Pick<TestServer, 'boundUrl'>,
  ...sent: (string | Uint8Array)[]
): Promise<string> {
  await using socket = openConnectionTo(server)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  for (const bytes of sent) socket.write(bytes)
  await once(socket, 'close')
  return received
}

/** Returns the statuses of the responses in the received bytes. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** Returns a GET request. */
export function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
}
