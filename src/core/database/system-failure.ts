import { toStorageError } from './storage-errors.ts'
import { storageFailed, CatalogError } from '../base/errors.ts'
import { toDiskError } from '../storage/disk-errors.ts'

/**
 * Converts failures of the host (disk, memory, limits or database) to a CatalogError; undefined for other errors.
 * A failed system call is never the fault of a request.
 */
export function toSystemFailure(error: unknown): CatalogError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CatalogError || isOfPeer(cause)) continue
    const found = toStorageError(cause) ?? toDiskError(cause) ?? refusedCall(cause)
    if (found) return found
  }
  return undefined
}

function refusedCall(error: NodeJS.ErrnoException): CatalogError | undefined {
  const { syscall, code = '' } = error
  return syscall !== undefined && code.startsWith('E') ? storageFailed(error) : undefined
}

/** A failed connection is the fault of the peer or the network, not of this host. */
function isOfPeer({ syscall, code = '' }: NodeJS.ErrnoException): boolean {
  return syscall === 'connect' || /^(?:ECONN|EHOST|ENET|EADDR|EAI_|EPIPE$|ENOTFOUND$)/.test(code)
}
