import { CatalogError } from '../../core/base/errors.ts'

/** Creates the error of a file that cannot be written. */
export function toWriteError(path: string, cause: unknown): CatalogError {
  const message = `Cannot write ${path}: ${(cause as Error).message}.`
  return new CatalogError('conflict', message, { cause })
}

/** Whether an error comes from the operating system, such as that of a full disk. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
