import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { SUPERUSER } from './postgres-server.ts'

/** A local TCP address that leads to one server after another, as a virtual address or HAProxy does. */
export interface MovingAddress extends AsyncDisposable {
  /** Returns the URL of a database through this address. */
  urlOf(database: string): string
  /** Ends all connections, and passes new ones to this PostgreSQL, or to none. */
  leadTo(server: { home: string } | undefined): void
  /** Ends a connection before the answer to the next commit, in which a statement contains this text, arrives. */
  loseCommitOf(text: string): void
}

/** The end of the message. */
const COMMIT = 'commit\0'

export async function openMovingAddress(): Promise<MovingAddress> {
  let target: string | undefined
  let text: string | undefined
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
    let hasText = false
    client.on('data', (sent) => {
      if (text === undefined) return
      hasText ||= sent.includes(text)
      if (!hasText || !sent.includes(COMMIT)) return
      text = undefined
      upstream.unpipe(client)
      upstream.once('data', end).resume()
    })
    client.pipe(upstream).pipe(client)
  })
  const endAll = (): void => {
    for (const socket of open) socket.destroy()
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (database) => `postgres://${SUPERUSER}@127.0.0.1:${port}${new URL(database).pathname}`,
    leadTo(to) {
      target = to?.home
      endAll()
    },
    loseCommitOf(statement) {
      text = statement
    },
    async [Symbol.asyncDispose]() {
      server.close()
      endAll()
      await once(server, 'close')
    },
  }
}
