import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Another process may remove an empty parent again, but not for ever. */
const MAX_ATTEMPTS = 5

/**
 * Creates a folder and its missing parents. Node's recursive `mkdir` loops for ever on a file system that accepts
 * no new folders, such as /proc.
 * @returns absolute path of the outermost folder that was created; undefined if the folder existed
 * @throws the system's error, which names the folder and the reason
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  const folder = resolve(path)
  let outermost: string | undefined
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(folder, { mode })
      return outermost ?? folder
    } catch (error) {
      if (await isFolder(folder)) return outermost
      const isParentMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!isParentMissing || folder === dirname(folder)) throw error
      if (attempt === MAX_ATTEMPTS) throw folderRefused(folder, error)
    }
    outermost ??= await makeFolder(dirname(folder), mode)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

/** The system says that the folder does not exist, which is no reason for not creating it. */
function folderRefused(path: string, cause: unknown): Error {
  const message = `ENOENT: the file system accepts no new folder there, mkdir '${path}'`
  const call = { code: 'ENOENT', syscall: 'mkdir', path }
  return Object.assign(new Error(message, { cause }), call)
}
