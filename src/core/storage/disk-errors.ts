import { hostOverloaded, storageFailed, storageFull, type CatalogError } from '../base/errors.ts'

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT']

/** The disk fails, is gone, or is read-only; `EFBIG` is a limit on the size of files. */
const FAILED: readonly string[] = [
  'EIO',
  'EROFS',
  'EFBIG',
  'ENODEV',
  'ENXIO',
  'ESTALE',
  'ETIMEDOUT',
  'EBUSY',
  'EACCES',
  'EPERM',
]

const OVERLOADED: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']

/** Rethrows errors of the disk as CatalogErrors, so that callers do not blame the request. */
export async function convertDiskErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toDiskError(error) ?? error
  }
}

/** Converts a system error about the disk or open files; returns undefined for any other error. */
export function toDiskError(error: unknown): CatalogError | undefined {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException
  if (FULL.includes(code)) return storageFull(error)
  if (OVERLOADED.includes(code)) return hostOverloaded(error)
  return FAILED.includes(code) ? storageFailed(error) : undefined
}
