import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A local TCP address that leads to one server after another, as a virtual address or HAProxy does. */
export interface MovingAddress extends AsyncDisposable {
  readonly port: number
  /** Ends all connections, and passes new ones to this PostgreSQL, or to none. */
  leadTo(server: { home: string } | undefined): void
}

export async function openMovingAddress(): Promise<MovingAddress> {
  let target: string | undefined
  const open = new Set<Socket>()
  const server = createServer((client) => {
    // Nothing listens on a socket without a folder.
    const upstream = connect(`${target ?? '/nowhere'}/.s.PGSQL.5432`)
    const end = (): void => {
      for (const socket of [client, upstream]) socket.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', () => (open.delete(socket), end()))
    }
    client.pipe(upstream).pipe(client)
  })
  const endAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(to) {
      target = to?.home
      endAll()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      endAll()
      await once(server, 'close')
    },
  }
}
