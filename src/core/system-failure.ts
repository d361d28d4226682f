import { toStorageError } from './db/storage-errors.ts'
import { storageFailed, CatalogError } from './errors.ts'
import { storageTroubleOf } from './storage/storage-trouble.ts'

/**
 * What the host is to blame for: its disk, its memory, its limits or its database. Undefined for every other failure. A
 * call that the system refused is never a defect of a request, wherever it comes up.
 */
export function systemFailure(error: unknown): CatalogError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CatalogError || isOfPeer(cause)) continue
    const found = toStorageError(cause) ?? storageTroubleOf(cause) ?? refusedCall(cause)
    if (found) return found
  }
  return undefined
}

function refusedCall(error: NodeJS.ErrnoException): CatalogError | undefined {
  const { syscall, code = '' } = error
  return syscall !== undefined && code.startsWith('E') ? storageFailed(error) : undefined
}

/** A connection that fails says nothing about this host. */
function isOfPeer({ syscall, code = '' }: NodeJS.ErrnoException): boolean {
  return syscall === 'connect' || /^(?:ECONN|EHOST|ENET|EADDR|EAI_|EPIPE$|ENOTFOUND$)/.test(code)
}
