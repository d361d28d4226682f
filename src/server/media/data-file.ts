import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { file, type Reply } from '../http/reply.ts'

/** A file that an administrator places in the data directory. */
export interface DataFile {
  /** Path in the file system. */
  path: string
  /** In bytes. */
  size: number
  /** Changes with the file. */
  version: string
}

/** @returns undefined if it is missing or not a file */
export async function findDataFile(path: string): Promise<DataFile | undefined> {
  const found = await stat(path).catch(ignoreMissing)
  if (!found?.isFile()) return undefined
  const { size, mtimeMs } = found
  return { path, size, version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}` }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** 200 with the file. @param headers at least `Content-Type` */
export function sendDataFile(
  { path, size, version }: DataFile,
  headers: Record<string, string>,
): Reply {
  const open = (range?: { start: number; end: number }) => createReadStream(path, range)
  return file({ size, open }, { ETag: `"${version}"`, ...headers })
}
