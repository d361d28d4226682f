import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { Registry } from 'prom-client'
import { listen } from '../http/listen.ts'
import { hostnameOf } from '../middleware/local-only.ts'

export interface MetricsListener extends AsyncDisposable {
  /** Such as `http://127.0.0.1:9464/metrics`. */
  readonly url: string
}

const TIMEOUT_MS = 10_000

/**
 * Serves the metrics on a listener of their own, so that the public address never shows them.
 * @param address host and port
 * @throws CatalogError kind `invalid` if the server cannot listen there
 */
export async function serveMetrics(registry: Registry, address: string): Promise<MetricsListener> {
  const url = new URL(`http://${address}/metrics`)
  const server = createServer({ requestTimeout: TIMEOUT_MS }, (request, response) => {
    if (isOwnHost(request.headers.host, url.hostname)) void respond(registry, request, response)
    else response.writeHead(421).end(`${OTHER_HOST}\n`)
  })
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const { port } = await listen(server, { host, port: Number(url.port), flag: '--metrics' })
  url.port = String(port)
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const OTHER_HOST =
  'Metrics are served under an IP address, a name without a dot, or the name that --metrics has.'

/**
 * Whether a request names this listener. A website can make a name of its own resolve to this address (DNS rebinding)
 * and so read the responses, but neither an IP address nor a name without a dot, such as that of a container.
 */
function isOwnHost(host: string | undefined, configured: string): boolean {
  const name = hostnameOf(`http://${host}`)
  const isAddress = isIP(name) !== 0 || name.startsWith('[')
  return host === undefined || isAddress || !name.includes('.') || name === configured
}

async function respond(
  registry: Registry,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.url !== '/metrics' || !['GET', 'HEAD'].includes(request.method ?? '')) {
    response.writeHead(404).end('Metrics are at /metrics.\n')
    return
  }
  try {
    const text = await registry.metrics()
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
  } catch {
    response.writeHead(503).end('The metrics cannot be read. Try again later.\n')
  }
}
