import { basename } from 'node:path'
import type { Host } from './host.ts'
import { SERVER_USER } from './host-user.ts'

/** A sentence of the program about its host, and what it says to do. */
export interface Sentence {
  name: string
  pattern: RegExp
  /** The exit codes of commands, or the status of the response. */
  codes: readonly number[]
  /** Does what the sentence says. Of a running server, the administrator asks `catalog doctor`. */
  remedy: Remedy | 'doctor'
  /** A fault, and the command that then says the sentence. */
  example?: readonly [fault: string, command: string]
}

type Remedy = (host: Host, match: RegExpExecArray) => Promise<void> | void

/** Runs the command line that the sentence gives. It fails in part if some files have another fault. */
const runLine =
  (as: 'root' | 'server') =>
  (host: Host, { groups }: RegExpExecArray): Promise<void> =>
    host.shell(`${groups!.line} || true`, as)

const giveDirectory = (host: Host, { groups }: RegExpExecArray): Promise<void> =>
  host.shell(`chown ${SERVER_USER?.uid ?? ''} ${groups!.path}`, 'root')

/** Finds the disk of a file or folder that the sentence names. */
function findDisk({ disks }: Host, path: string) {
  const found = Object.values(disks)
    .filter((disk) => `${path}/`.startsWith(`${disk.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
  if (found === undefined) throw new Error(`${path} is on no disk`)
  return found
}

const freeSpace = (host: Host, { groups }: RegExpExecArray): void =>
  findDisk(host, groups!.path!).free()

const allowWrites = (host: Host, { groups }: RegExpExecArray): void =>
  findDisk(host, groups!.path!).protect(false)

/** Restores the newest backup to a new data directory, as the sentence says. */
async function restoreBackup(host: Host): Promise<void> {
  await host.stop('SIGTERM')
  if (host.disks.backups?.isMounted === false) host.disks.backups.mount()
  await allowListing(host)
  const list = JSON.parse((await host.catalog('admin', 'backup', 'list', '--json')).printed)
  const { id } = list.at(-1)
  const [backup, restored] = [`${host.backups}/${id}`, `${host.folder}/restored-${id}`]
  const { code, said } = await host.catalog('admin', 'restore', backup, '--data', restored)
  if (code !== 0) throw new Error(`cannot restore: ${said}`)
  host.data = restored
}

/** Follows what the program says about the folder of the backups, which may have a fault, too. */
async function allowListing(host: Host): Promise<void> {
  const { code, said } = await host.catalog('admin', 'backup', 'list')
  if (code === 0) return
  for (const { pattern, remedy } of SENTENCES) {
    const match = pattern.exec(said.slice(said.indexOf('catalog: ')))
    if (match && remedy !== 'doctor') await remedy(host, match)
  }
}

/** Mounts the disk of a path, or moves back what was moved away from it. */
async function bringBack(host: Host, path: string): Promise<void> {
  const disk = Object.values(host.disks).find((each) => each.path === path)
  if (disk) disk.mount()
  else await host.shell(`rm -rf ${path} && mv "$FOLDER/away/${basename(path)}" ${path}`, 'root')
}

/** Moves what has the wrong type out of the way, and puts back what was there. */
async function exchange(host: Host, { groups }: RegExpExecArray): Promise<void> {
  const path = groups!.path!
  await host.shell(`mv ${path} "$(mktemp --directory --tmpdir="$FOLDER")"`, 'root')
  if (await host.hasAway(basename(path))) await bringBack(host, path)
}

/** Names the directory that was moved away. */
const nameOther =
  (name: 'data' | 'backups') =>
  async (host: Host): Promise<void> => {
    // A running server would go on using the former one.
    await host.stop('SIGTERM')
    const other = `${host.folder}/other-${name}`
    await host.shell(`mv "$FOLDER/away/${basename(host[name])}" ${other}`, 'root')
    host[name] = other
  }

/** Deletes the file that the sentence names. */
const remove = (host: Host, { groups }: RegExpExecArray): Promise<void> =>
  host.shell(`rm ${groups!.path}`, 'server')

async function startAgain(host: Host): Promise<void> {
  await host.stop('SIGTERM')
  await host.serve()
}

const RESTORE =
  'Stop the server and keep the data directory\\. Restore the newest backup to a new data directory \\(catalog admin restore BACKUP --data NEW\\), or load the latest dump \\(.+\\)\\. Without either, recover the readable rows: .+'

export const SENTENCES: readonly Sentence[] = [
  {
    name: 'files of another user',
    pattern:
      /^catalog: The user \S+ may not use \S+, which belongs to \S+?(?:, and \d more)?\.\nAs root, run: (?<line>chown -R \S+ \/\S+)\n?$/,
    codes: [4, 11],
    remedy: runLine('root'),
    example: ['a signing key that belongs to root', 'admin license list'],
  },
  {
    name: 'files without permissions',
    pattern:
      /^catalog: The user \S+ has no permission for \S+?(?:, and \d more)?\.\nRun: (?<line>chmod -R u\+rwX \/\S+)\n?$/,
    codes: [4, 11],
    remedy: runLine('server'),
    example: ['a database without permissions', 'admin license list'],
  },
  {
    name: 'the mount point of the image files',
    pattern:
      /^catalog: The user \S+ may not use (?<path>\S+), which belongs to \S+?(?:, and \d more)?\.\nMount the disk of \S+\. If it has none: As root, run: chown -R /,
    codes: [4, 11],
    remedy: (host, { groups }) => bringBack(host, groups!.path!),
    example: ['a missing disk of objects', 'admin license list'],
  },
  {
    name: 'image files of another user',
    pattern:
      /^catalog: System error: EACCES: permission denied, .+\nThe user \S+ may not use \S+, which belongs to \S+\. As root, run: (?<line>chown -R \S+ \/\S+)\n?$/,
    codes: [8],
    remedy: runLine('root'),
    example: ['image files that belong to root', 'admin backup create'],
  },
  {
    name: 'image files that cannot be inspected',
    pattern:
      /^catalog: The catalog cannot be inspected: EACCES: permission denied, .+\nThe user \S+ may not use \S+, which belongs to \S+\. As root, run: (?<line>chown -R \S+ \/\S+)\n?$/,
    codes: [11],
    remedy: runLine('root'),
    example: ['image files that belong to root', 'doctor --server'],
  },
  {
    name: 'a directory of root',
    pattern:
      /^catalog: (?<path>\S+) belongs to the user root, and you may not use it\.\nIf the server runs as root, run this command as root\. Otherwise, give the directory to the user of the server: chown -R USER \S+\n?$/,
    codes: [4],
    remedy: giveDirectory,
    example: ['a data directory that belongs to root', 'admin license list'],
  },
  {
    name: 'a data directory without permissions',
    pattern:
      /^catalog: \S+ cannot be the data directory: its owner has no permission\. Run (?<line>chmod u\+rwx \S+), or name another with --data\.\n?$/,
    codes: [2],
    remedy: runLine('server'),
    example: ['a read-only data directory', 'admin license list'],
  },
  {
    name: 'a data directory that cannot be read or used',
    pattern:
      /^catalog: \S+ cannot be (?:read|used): its owner has no permission\.\nRun (?<line>chmod u\+rwx \S+)\.\n?$/,
    codes: [4, 11],
    remedy: runLine('server'),
    example: ['a data directory without permissions', 'admin license list'],
  },
  {
    name: 'the mount point of the data directory',
    pattern:
      /^catalog: (?<path>\S+) cannot be (?:the data directory|used): it belongs to the user root, and this user has no permission\.\s+If its disk is missing, mount it\. If not, give the directory to this user(?:, or name another with --data)?\.\n?$/,
    codes: [2, 11],
    remedy: (host, match) =>
      host.disks.data?.isMounted === false ? host.disks.data.mount() : giveDirectory(host, match),
    example: ['a missing disk of data', 'serve'],
  },
  {
    name: 'no catalog',
    pattern:
      /^catalog: There is no catalog in (?<path>\S+): .+\. Mount its disk if it is missing, name its directory with --data, or create one with: catalog admin init --data DIR\n?$/,
    codes: [5],
    remedy: (host, { groups }) => bringBack(host, groups!.path!),
    example: ['a data directory that was moved away', 'admin license list'],
  },
  {
    name: 'a missing data directory',
    pattern:
      /^catalog: (?<path>\S+) (?:cannot be the data directory: it does not exist, and this user cannot create it\.|does not exist and cannot be created: .+\.\n)\s*Mount its disk if it is missing, or (?:name|choose) another with --data\.\n?$/,
    codes: [2, 11],
    remedy: (host, { groups }) => bringBack(host, groups!.path!),
    example: ['a data directory that was moved away', 'serve'],
  },
  {
    name: 'a read-only disk',
    pattern:
      /^catalog: (?<path>\S+) cannot be (?:the data directory|used): its disk is read-only\.\s+Mount it for writing(?:, or name another with --data)?\.\n?$/,
    codes: [2, 11],
    remedy: allowWrites,
    example: ['a read-only disk of data', 'admin license list'],
  },
  {
    name: 'a folder of backups on a read-only disk',
    pattern:
      /^catalog: (?:The catalog cannot be inspected: )?(?<path>\S+) cannot be the folder of the backups: its disk is read-only\. Mount it for writing, or name another with --backups\.\n?$/,
    codes: [2, 11],
    remedy: allowWrites,
    example: ['a read-only disk of backups', 'admin backup create'],
  },
  {
    name: 'the mount point of the backups',
    pattern:
      /^catalog: (?:The catalog cannot be inspected: )?(?<path>\S+) cannot be the folder of the backups: it belongs to the user root, and this user has no permission\. If its disk is missing, mount it\. If not, give the directory to this user, or name another with --backups\.\n?$/,
    codes: [2, 11],
    remedy: (host, match) =>
      host.disks.backups?.isMounted === false
        ? host.disks.backups.mount()
        : giveDirectory(host, match),
    example: ['a missing disk of backups', 'admin backup create'],
  },
  {
    name: 'a folder of backups without permissions',
    pattern:
      /^catalog: (?:The catalog cannot be inspected: )?\S+ cannot be the folder of the backups: its owner has no permission\. Run (?<line>chmod u\+rwx \S+), or name another with --backups\.\n?$/,
    codes: [2, 11],
    remedy: runLine('server'),
    example: ['backups without permissions', 'admin backup create'],
  },
  {
    name: 'a file in place of the backups',
    pattern:
      /^catalog: (?:The catalog cannot be inspected: )?\S+ cannot be the folder of the backups: (?:it|a part of its path) is not a directory\. Name another with --backups\.\n?$/,
    codes: [2, 11],
    remedy: nameOther('backups'),
    example: ['a file in place of the backups', 'admin backup create'],
  },
  {
    name: 'a disk that is full',
    pattern:
      /^catalog: (?<path>\S+) cannot be written \(.+\)\. Check its permissions and the free space on its disk\.\n?$/,
    codes: [8, 11],
    remedy: freeSpace,
    example: ['a full disk of data', 'serve'],
  },
  {
    name: 'a disk on which doctor cannot write',
    pattern: /^catalog: Writing to (?<path>\S+) failed: ENOSPC.+\nFree some space on its disk\.$/,
    codes: [11],
    remedy: freeSpace,
    example: ['a full disk of objects', 'doctor'],
  },
  {
    name: 'a read-only disk of the image files',
    pattern: /^catalog: Writing to (?<path>\S+) failed: EROFS.+\nMount its disk for writing\.$/,
    codes: [11],
    remedy: allowWrites,
    example: ['a read-only disk of objects', 'doctor'],
  },
  {
    name: 'a disk that is full for a backup',
    pattern: /^catalog: The disk of (?<path>\S+) is full\. No backup was made\.\nFree some space, /,
    codes: [8],
    remedy: freeSpace,
    example: ['a full disk of backups', 'admin backup create'],
  },
  {
    name: 'missing image files',
    pattern:
      /^catalog: The image files that the database names are not in (?<path>\S+)\.\nMount the disk, or check /,
    codes: [9, 11],
    remedy: (host, { groups }) => bringBack(host, `${groups!.path}/objects`),
    example: ['a folder of image files that was moved away', 'admin license list'],
  },
  {
    name: 'a damaged signing key',
    pattern:
      /^catalog: The secret in (?<path>\S+) is truncated or empty\. Restore the file from a backup, or delete it and start the server again: /,
    codes: [8, 11],
    remedy: async (host, match) => {
      await remove(host, match)
      await startAgain(host)
    },
    example: ['an empty signing key', 'admin license list'],
  },
  {
    name: 'a missing signing key',
    pattern:
      /^catalog: There is no signing key\.\nRestore the file secret from a backup, or start the server again: /,
    codes: [11],
    remedy: startAgain,
    example: ['a missing signing key', 'doctor --server'],
  },
  {
    name: 'a file or folder in place of the other',
    pattern:
      /^catalog: (?<path>\S+) is a (?:directory|file), but should be a (?:directory|file)\.\nMove it away, and put back the (?:directory|file) that was there, for example from a backup\.\n?$/,
    codes: [8, 11],
    remedy: exchange,
    example: ['a file in place of the unfinished files', 'admin license list'],
  },
  {
    name: 'a file in place of the data directory',
    pattern:
      /^catalog: \S+ (?:cannot be the data directory: it is not a directory\. Name|is not a directory\.\nChoose) another with --data\.\n?$/,
    codes: [2, 11],
    remedy: nameOther('data'),
    example: ['a file in place of the data directory', 'serve'],
  },
  {
    name: 'image files without a database',
    pattern:
      /^catalog: \S+ has image files, but there is no database that names them\.\nPut the database back, .* or restore a backup into another directory with catalog admin restore\./,
    codes: [9, 11],
    remedy: restoreBackup,
    example: ['a missing database', 'serve'],
  },
  {
    name: 'a damaged database',
    pattern: new RegExp(
      `^catalog: (?:\\S+ is (?:damaged .+|damaged: .+|empty)|The database is damaged: .+)\\.?\\s+${RESTORE}`,
    ),
    codes: [8, 11],
    remedy: restoreBackup,
    example: ['a damaged database', 'admin backup create'],
  },
  {
    name: 'a file that is no database',
    pattern: new RegExp(
      `^catalog: \\S+ is not a database, so it contains no catalog\\. If it did before: ${RESTORE}`,
    ),
    codes: [2],
    remedy: restoreBackup,
    example: ['a damaged database', 'admin license list'],
  },
  {
    name: 'another server',
    pattern: /^catalog: Another server is running on \S+\. Stop it first\.\n?$/,
    codes: [9],
    remedy: (host) => host.stopOthers(),
    example: ['another server on the same directory', 'serve'],
  },
  {
    name: 'a port in use',
    pattern: /^catalog: address: \S+ is already in use; choose another port with --port\n?$/,
    codes: [2],
    remedy: (host) => void (host.port = 0),
    example: ['a port in use', 'serve'],
  },
  {
    name: 'settings that are not TOML',
    pattern: /^catalog: (?<path>\S+): is not valid TOML: /,
    codes: [2, 11],
    remedy: (host, { groups }) => host.shell(`rm ${groups!.path}`, 'root'),
    example: ['settings that are not TOML', 'admin license list'],
  },
  {
    name: 'settings that are a folder',
    pattern:
      /^catalog: (?<path>\S+): cannot be read: it is a directory, but should be a file; move it away/,
    codes: [2, 11],
    remedy: exchange,
    example: ['a folder in place of the settings', 'doctor'],
  },
  {
    name: 'storage that failed',
    pattern:
      /^(?:The file could not be checked: )?The storage of this (?:service|server) (?:failed|is full)\./,
    codes: [503],
    remedy: 'doctor',
    example: ['a read-only disk of objects', 'serve'],
  },
  {
    name: 'a signing key that cannot be read',
    pattern: /^This service cannot read its signing key\. /,
    codes: [503],
    remedy: 'doctor',
  },
]
