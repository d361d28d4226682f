import { statfs } from 'node:fs/promises'

/** Types of network file systems on Linux, as statfs(2) and `linux/magic.h` list them. */
const SHARES: ReadonlyMap<number, string> = new Map([
  [0x69_69, 'NFS'],
  [0x51_7b, 'SMB'],
  [0xff_53_4d_42, 'SMB'],
  [0xfe_53_4d_42, 'SMB'],
  [0x01_02_19_97, '9P'],
  [0x53_46_41_4f, 'AFS'],
  [0x00_c3_64_00, 'CephFS'],
])

/** Advice for a database on a network share. */
export const MOVE_FROM_SHARE =
  'Move the data directory to a disk of this computer: locks and shared memory of SQLite do not work reliably across computers. Several servers can share a database on PostgreSQL.'

/** Returns the name of the network file system of a folder; undefined if its disk is local, or not on Linux. */
export async function findNetworkShare(
  path: string,
  read: (path: string) => Promise<{ type: number }> = statfs,
): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const { type } = await read(path)
  // Some systems report the 32 bits as a negative number.
  return SHARES.get(type >>> 0)
}

/** Explains that a database is on a network share. */
export function describeShare(path: string, share: string): string {
  return `${path} is on a network share (${share}), where the database can be damaged.`
}
