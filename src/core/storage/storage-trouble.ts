import { hostOverloaded, storageFailed, storageFull, type CatalogError } from '../errors.ts'

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT']

/** The disk fails, is away, or takes no writing; `EFBIG` is a limit on the size of files. */
const FAILED: readonly string[] = [
  'EIO',
  'EROFS',
  'EFBIG',
  'ENODEV',
  'ENXIO',
  'ESTALE',
  'ETIMEDOUT',
  'EACCES',
  'EPERM',
]

const OVERLOADED: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']

/** Lets the caller know when the disk is the trouble and not what was asked for. */
export async function tellingTrouble<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw storageTroubleOf(error) ?? error
  }
}

/** What the system says when the disk is full or fails, or files cannot be opened; else undefined. */
export function storageTroubleOf(error: unknown): CatalogError | undefined {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException
  if (FULL.includes(code)) return storageFull(error)
  if (OVERLOADED.includes(code)) return hostOverloaded(error)
  return FAILED.includes(code) ? storageFailed(error) : undefined
}
