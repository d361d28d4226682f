import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { invalid } from '../../core/base/errors.ts'

/** Connections that wait to be accepted. With Node's default of 511, clients in a burst wait for seconds or fail. */
const BACKLOG = 4096

export interface ListenOptions {
  host: string
  port: number
  /** The flag that chooses the port. */
  flag: string
}

/** @throws CatalogError kind `invalid` that explains why the server cannot listen there */
export async function listen(
  server: Server,
  { host, port, flag }: ListenOptions,
): Promise<AddressInfo> {
  server.listen({ port, host, backlog: BACKLOG })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, `${host}:${port}`, flag)
  }
  return server.address() as AddressInfo
}

function explainListenError(error: NodeJS.ErrnoException, address: string, flag: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `is already in use; choose another port with ${flag}`,
    EACCES: 'requires more privileges; choose a port above 1023',
    EADDRNOTAVAIL: 'is not an address of this machine',
    ENOTFOUND: 'is not an address of this machine',
  }
  const reason = reasons[error.code ?? '']
  return reason ? invalid('address', `${address} ${reason}`) : error
}
