import { readFile, readlink } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** Tables of Linux, for IPv4 and IPv6: https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6']

/** A line of a table: the bytes of the send queue as a hexadecimal number, and the inode of the socket. */
const LINE = /^ *\d+: \S+ \S+ \S+ ([\dA-F]+):\S+ \S+ \S+ +\d+ +\d+ (\d+) /gm

/**
 * Reads how many bytes the operating system holds for the peers of sockets: sent, but not acknowledged, or not sent yet.
 * Sockets of which this is unknown are left out: all of them on systems other than Linux.
 */
export async function readSendQueues(sockets: Iterable<Socket>): Promise<Map<Socket, number>> {
  const byInode = new Map<string, Socket>()
  for (const socket of sockets) {
    const inode = await findInode(socket)
    if (inode !== undefined) byInode.set(inode, socket)
  }
  const queues = new Map<Socket, number>()
  if (byInode.size === 0) return queues
  for (const table of TABLES) {
    for (const [, bytes = '', inode = ''] of (await readTable(table)).matchAll(LINE)) {
      const socket = byInode.get(inode)
      if (socket) queues.set(socket, Number.parseInt(bytes, 16))
    }
  }
  return queues
}

/** Returns undefined if the socket is closed, or on systems other than Linux. */
async function findInode(socket: Socket): Promise<string | undefined> {
  const { fd = -1 } = (socket as { _handle?: { fd?: number } | null })._handle ?? {}
  if (fd < 0) return undefined
  const target = await readlink(`/proc/self/fd/${fd}`).catch(() => '')
  return /^socket:\[(\d+)\]$/.exec(target)?.[1]
}

async function readTable(path: string): Promise<string> {
  return await readFile(path, 'latin1').catch(() => '')
}
