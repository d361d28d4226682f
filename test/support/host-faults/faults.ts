import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { DiskName, Host } from './host.ts'
import { startProcess } from './server-process.ts'

/** What can go wrong on a host. */
export interface Fault {
  readonly name: string
  /** What it concerns. Two faults of a round concern different things. */
  readonly of: 'data' | 'database' | 'secret' | 'objects' | 'backups' | 'other'
  /** By default, it can happen both while a server runs and between two. */
  readonly when?: 'running' | 'stopped'
  /** Whether only root can make it, for the user of a server who is another one. */
  readonly byRoot?: true
  /** What must be on a disk of its own. */
  readonly disk?: DiskName
  /** What must not be on a disk of its own, since no mount point can be moved. */
  readonly noDisks?: readonly DiskName[]
  /** Whether a backup is made first, because the remedy is to restore it. */
  readonly withBackup?: boolean
  inflict(host: Host): Promise<void> | void
}

/** A fault that root makes with a line of a shell. */
const shell = (line: string) => (host: Host) => host.shell(line, 'root')

export const FAULTS: readonly Fault[] = [
  ...[
    ['secret', 'secret', 'a signing key'],
    ['catalog.sqlite', 'database', 'a database'],
    ['objects', 'objects', 'a folder of image files'],
    ['tmp', 'other', 'a folder of unfinished files'],
  ].flatMap(([file, of, what]): Fault[] => [
    {
      name: `${what} that belongs to root`,
      of: of as Fault['of'],
      byRoot: true,
      inflict: shell(`chown root:root "$DATA/${file}"`),
    },
    {
      name: `${what} without permissions`,
      of: of as Fault['of'],
      byRoot: true,
      inflict: shell(`chmod 000 "$DATA/${file}"`),
    },
  ]),
  {
    name: 'a data directory that belongs to root',
    of: 'data',
    byRoot: true,
    inflict: shell('chown root:root "$DATA"; chmod 700 "$DATA"'),
  },
  {
    name: 'a data directory without permissions',
    of: 'data',
    byRoot: true,
    inflict: shell('chmod 000 "$DATA"'),
  },
  {
    name: 'a read-only data directory',
    of: 'data',
    byRoot: true,
    inflict: shell('chmod 500 "$DATA"'),
  },
  {
    name: 'a write-ahead log that belongs to root',
    of: 'database',
    byRoot: true,
    inflict: shell('touch "$DATA/catalog.sqlite-wal"; chown root:root "$DATA"/catalog.sqlite-*'),
  },
  {
    name: 'image files that belong to root',
    of: 'objects',
    byRoot: true,
    inflict: shell(
      'chown -R root:root "$DATA/objects/images"; chmod -R go= "$DATA/objects/images"',
    ),
  },
  ...(['data', 'objects', 'backups'] as const).flatMap((of): Fault[] => [
    {
      name: `a missing disk of ${of}`,
      of,
      disk: of,
      inflict: ({ disks }) => disks[of]?.unmount(),
    },
    { name: `a full disk of ${of}`, of, disk: of, inflict: ({ disks }) => disks[of]?.fill() },
    {
      name: `a read-only disk of ${of}`,
      of,
      disk: of,
      when: 'stopped',
      inflict: ({ disks }) => disks[of]?.protect(true),
    },
  ]),
  { name: 'an empty signing key', of: 'secret', inflict: shell(': >"$DATA/secret"') },
  {
    name: 'a damaged signing key',
    of: 'secret',
    inflict: shell('head -c 20 /dev/urandom >"$DATA/secret"'),
  },
  { name: 'a missing signing key', of: 'secret', inflict: shell('rm "$DATA/secret"') },
  {
    name: 'a folder in place of the signing key',
    of: 'secret',
    inflict: shell('rm "$DATA/secret"; mkdir "$DATA/secret"'),
  },
  {
    name: 'a missing database',
    of: 'database',
    when: 'stopped',
    withBackup: true,
    inflict: shell('rm "$DATA"/catalog.sqlite*'),
  },
  {
    name: 'an empty database',
    of: 'database',
    when: 'stopped',
    withBackup: true,
    inflict: shell(': >"$DATA/catalog.sqlite"'),
  },
  {
    name: 'a damaged database',
    of: 'database',
    when: 'stopped',
    withBackup: true,
    inflict: shell(
      'head -c 65536 /dev/urandom | dd of="$DATA/catalog.sqlite" conv=notrunc status=none',
    ),
  },
  {
    name: 'a folder in place of the database',
    of: 'database',
    when: 'stopped',
    withBackup: true,
    inflict: shell('rm "$DATA"/catalog.sqlite*; mkdir "$DATA/catalog.sqlite"'),
  },
  {
    name: 'a folder of image files that was moved away',
    of: 'objects',
    noDisks: ['objects'],
    inflict: shell('mkdir -p "$FOLDER/away"; mv "$DATA/objects" "$FOLDER/away/"'),
  },
  {
    name: 'a file in place of the image files',
    of: 'objects',
    noDisks: ['objects'],
    inflict: shell(
      'mkdir -p "$FOLDER/away"; mv "$DATA/objects" "$FOLDER/away/"; : >"$DATA/objects"',
    ),
  },
  {
    name: 'a file in place of the data directory',
    of: 'data',
    noDisks: ['data', 'objects'],
    inflict: shell('mkdir -p "$FOLDER/away"; mv "$DATA" "$FOLDER/away/"; : >"$DATA"'),
  },
  {
    name: 'a data directory that was moved away',
    of: 'data',
    noDisks: ['data', 'objects'],
    inflict: shell('mkdir -p "$FOLDER/away"; mv "$DATA" "$FOLDER/away/"'),
  },
  {
    name: 'a file in place of the unfinished files',
    of: 'other',
    inflict: shell('rm -r "$DATA/tmp"; : >"$DATA/tmp"'),
  },
  {
    name: 'a folder in place of the lock',
    of: 'other',
    when: 'stopped',
    inflict: shell('rm -f "$DATA/serve.lock.sqlite"; mkdir "$DATA/serve.lock.sqlite"'),
  },
  {
    name: 'settings that are not TOML',
    of: 'other',
    inflict: shell('echo "[" >"$DATA/catalog.toml"'),
  },
  {
    name: 'a folder in place of the settings',
    of: 'other',
    inflict: shell('mkdir "$DATA/catalog.toml"'),
  },
  {
    name: 'backups that belong to root',
    of: 'backups',
    byRoot: true,
    inflict: shell('chown root:root "$BACKUPS"'),
  },
  {
    name: 'backups without permissions',
    of: 'backups',
    byRoot: true,
    inflict: shell('chmod 000 "$BACKUPS"'),
  },
  {
    name: 'a file in place of the backups',
    of: 'backups',
    noDisks: ['backups'],
    inflict: shell('mkdir -p "$FOLDER/away"; mv "$BACKUPS" "$FOLDER/away/"; : >"$BACKUPS"'),
  },
  {
    name: 'another server on the same directory',
    of: 'other',
    when: 'stopped',
    async inflict(host) {
      const other = await startProcess({ ...host, port: 0 })
      if (other.isRunning)
        host.others.defer(async () => void (await other.stop('SIGKILL', 'group')))
    },
  },
  {
    name: 'a port in use',
    of: 'other',
    when: 'stopped',
    async inflict(host) {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      host.others.defer(() => void server.close())
      host.port = (server.address() as AddressInfo).port
    },
  },
]
