import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress } from '../middleware/client-address.ts'

/**
 * Closes new connections of an address that has too many open ones.
 * @param perAddress 0 for no limit
 * @param onRejected called with the address, or the /64 network of an IPv6 address
 */
export function limitConnections(
  server: Server,
  perAddress: number,
  onRejected: (address: string) => void,
): void {
  if (perAddress === 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = peerAddress(socket)
    const count = open.get(address) ?? 0
    if (count >= perAddress) {
      onRejected(address)
      socket.destroy()
      return
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const others = (open.get(address) ?? 1) - 1
      if (others > 0) open.set(address, others)
      else open.delete(address)
    })
  })
}

/** The address of the other end of a connection, as rate limits count it. */
export function peerAddress(socket: Socket): string {
  return clientAddress({ socket, headers: {} }, 0)
}
