import { accessSync, constants, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

const { R_OK, W_OK, X_OK } = constants

/** A user of this host. */
export interface HostOwner {
  uid: number
  gid: number
  /** The id if the name is unknown. */
  name: string
}

/** A file or folder that a user may not use, and its owner. */
interface ForeignFile {
  path: string
  owner: HostOwner
}

/** Names whose owner runs the server, the most reliable first: the volume of a container may belong to another user. */
const TELLING = ['catalog.sqlite', 'on-postgresql', '.']

/** Finds the user whose server uses a data directory. Returns undefined if there is none, or on Windows. */
export function findDataOwner(data: string): HostOwner | undefined {
  if (process.getuid === undefined) return undefined
  for (const name of TELLING) {
    const owner = readOwner(join(data, name))
    if (owner) return owner
  }
  return undefined
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
 * Lists what a server would use in a data directory but may not, because it belongs to another user.
 * @param user the user of the server; the user of this process by default
 */
export function listForeignFiles(data: string, user?: HostOwner): ForeignFile[] {
  const uid = user?.uid ?? process.getuid?.()
  if (uid === undefined) return []
  return listNames(data).flatMap((name) => {
    const mode = USES.find(([pattern]) => pattern.test(name))?.[1]
    const path = join(data, name)
    if (mode === undefined || mayUse(path, mode, user)) return []
    const owner = readOwner(path)
    return owner === undefined || owner.uid === uid ? [] : [{ path, owner }]
  })
}

/**
 * Explains foreign files to the administrator.
 * @param user the user of the server; the user of this process by default
 */
export function describeForeignFiles(
  data: string,
  files: readonly ForeignFile[],
  user?: HostOwner,
): { message: string; hint: string } {
  const [first] = files
  const name = user?.name ?? findUserName(process.getuid?.() ?? 0)
  const others = files.length > 1 ? `, and ${files.length - 1} more` : ''
  return {
    message: `The user ${name} may not use ${first?.path}, which belongs to ${first?.owner.name}${others}.`,
    hint: `As root, run: chown -R ${name} ${[data, ...listOutside(data, files)].join(' ')}`,
  }
}

/** `chown -R` does not follow links to other folders. */
function listOutside(data: string, files: readonly ForeignFile[]): string[] {
  const inside = realpathSync(data) + sep
  return files.map(({ path }) => realpathSync(path)).filter((path) => !path.startsWith(inside))
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Root may use everything, so that the mode tells what another user may do. */
function mayUse(path: string, wanted: number, user: HostOwner | undefined): boolean {
  if (user === undefined) return isAccessible(path, wanted)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.uid === user.uid) return true
  const granted = found.gid === user.gid ? found.mode >> 3 : found.mode
  return (granted & wanted) === wanted
}

function isAccessible(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
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
