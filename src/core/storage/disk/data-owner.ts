import { accessSync, constants, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'

const { R_OK, W_OK, X_OK } = constants

/** A user of this host. */
export interface HostOwner {
  uid: number
  gid: number
  /** The id if the name is unknown. */
  name: string
}

/** A file or folder that a user may not use, and its owner. */
interface UnusableFile {
  path: string
  owner: HostOwner
}

/** Names whose owner runs the server, the most reliable first: the volume of a container may belong to another user. */
const TELLING = ['catalog.sqlite', 'on-postgresql', '.']

/** Finds the user whose server uses a data directory. Returns undefined if there is none, or on Windows. */
export function findDataOwner(data: string): HostOwner | undefined {
  if (process.getuid === undefined || isFile(data)) return undefined
  for (const name of TELLING) {
    const owner = readOwner(join(data, name))
    if (owner) return owner
  }
  return undefined
}

/** Whether there is a file, not a folder, at a path. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Whether this user may work in the data directory of a user, and leaves no files that its server cannot use. */
export function canShareFolder(data: string, { uid }: HostOwner): boolean {
  const self = process.getuid?.()
  return self === uid || (self !== 0 && isAccessible(data, R_OK | X_OK))
}

/** The names in a data directory of what a server uses, and how. Others may be unreadable, such as copies of databases. */
const USES: readonly [name: RegExp, mode: number][] = [
  [/^catalog\.sqlite(?:-wal|-shm)?$|\.lock\.sqlite$|^security\.log$/, R_OK | W_OK],
  [/^(?:secret|node-id)$/, R_OK],
  [/^(?:objects|tmp|search)$/, R_OK | W_OK | X_OK],
  [/^models$/, R_OK | X_OK],
]

/**
 * Lists what a server would use in a data directory but may not, because it belongs to another user or lacks permissions.
 * @param user the user of the server; the user of this process by default
 */
export function listUnusableFiles(data: string, user?: HostOwner): UnusableFile[] {
  if (process.getuid === undefined) return []
  return listNames(data).flatMap((name) => {
    const mode = USES.find(([pattern]) => pattern.test(name))?.[1]
    const path = join(data, name)
    if (mode === undefined || mayUse(path, mode, user)) return []
    const owner = readOwner(path)
    return owner === undefined ? [] : [{ path, owner }]
  })
}

/**
 * Explains to the administrator what a server may not use; undefined if there is nothing.
 * @param user the user of the server; the user of this process by default
 */
export function describeUnusableFiles(
  data: string,
  files: readonly UnusableFile[],
  { uid, name }: Pick<HostOwner, 'uid' | 'name'> = readSelf(),
): { message: string; hint: string } | undefined {
  const foreign = files.filter(({ owner }) => owner.uid !== uid)
  const first = files.find(isMountPoint) ?? foreign[0] ?? files[0]
  if (first === undefined) return undefined
  const others = files.length > 1 ? `, and ${files.length - 1} more` : ''
  const folders = [data, ...listOutside(data, files)].join(' ')
  if (foreign.length === 0)
    return {
      message: `The user ${name} has no permission for ${first.path}${others}.`,
      hint: `Run: chmod -R u+rwX ${folders}`,
    }
  const mounting = isMountPoint(first) ? `Mount the disk of ${first.path}. If it has none: ` : ''
  return {
    message: `The user ${name} may not use ${first.path}, which belongs to ${first.owner.name}${others}.`,
    hint: `${mounting}As root, run: chown -R ${name} ${folders}`,
  }
}

function readSelf(): Pick<HostOwner, 'uid' | 'name'> {
  const uid = process.getuid?.() ?? 0
  return { uid, name: findUserName(uid) }
}

/** Whether this may be the folder of the image files without its disk: with it, the folder is never empty. */
function isMountPoint({ path }: UnusableFile): boolean {
  try {
    return basename(path) === 'objects' && readdirSync(path).length === 0
  } catch {
    return false
  }
}

/** `chown -R` does not follow links to other folders. */
function listOutside(data: string, files: readonly UnusableFile[]): string[] {
  const inside = realpathSync(data) + sep
  return files
    .map(({ path }) => realpathSync(path))
    .filter((path) => !`${path}${sep}`.startsWith(inside))
}

/** Lists the names in a folder; none if this user cannot read it. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Root may use everything, so that the mode tells what another user may do. */
function mayUse(path: string, wanted: number, user: HostOwner | undefined): boolean {
  if (wanted & X_OK && !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return true
  if (user === undefined) return isAccessible(path, wanted)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return true
  const group = found.gid === user.gid ? found.mode >> 3 : found.mode
  const granted = found.uid === user.uid ? found.mode >> 6 : group
  return (granted & wanted) === wanted
}

/** A disk that is read-only or missing has another cause than the owner and the permissions. */
function isAccessible(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EACCES'
  }
}

/** Returns the owner of a file or folder; undefined if there is none, or this user may not see it. */
export function readOwner(path: string): HostOwner | undefined {
  try {
    const { uid, gid } = statSync(path)
    return { uid, gid, name: findUserName(uid) }
  } catch {
    return undefined
  }
}

/** Returns the id if the name is unknown: users of a directory service are not in the file. */
function findUserName(uid: number): string {
  const id = String(uid)
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    return users.map((line) => line.split(':')).find((user) => user[2] === id)?.[0] ?? id
  } catch {
    return id
  }
}
