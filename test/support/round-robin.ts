import { once } from 'node:events'
import { Agent, createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** Passes requests to several servers in turn. */
export interface RoundRobin extends AsyncDisposable {
  readonly url: string
  /** The addresses of the servers. Set before the first request. */
  targets: readonly string[]
}

export async function startRoundRobin(): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: false })
  let turns = 0
  const proxy = { targets: [] as readonly string[] }
  const server = createServer((incoming, outgoing) => {
    const target = proxy.targets[turns++ % proxy.targets.length]!
    const { method, url: path, rawHeaders: headers } = incoming
    // The servers see the addresses of the clients.
    const { remoteAddress: localAddress } = incoming.socket
    const options = { method, path, headers, agent, setHost: false, localAddress }
    const onward = sendRequest(target, options)
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode!, response.statusMessage, response.rawHeaders)
      pipeline(response, outgoing, () => undefined)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    pipeline(incoming, onward, () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  })
}
