import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../database/store.ts'

interface Cleanup {
  what: 'prune' | 'empty_trash' | 'restore'
  /** Number of files and folders. */
  entries: number
}

/** Records that files were moved to the trash, restored or deleted from it. The files themselves are named in no row. */
export async function recordStorageCleanup(
  tx: Tx,
  { what, entries }: Cleanup,
  context: AuditContext,
): Promise<void> {
  const change = { action: `storage.${what}`, objectType: 'storage', objectId: 'files' } as const
  await recordAudit(tx, context, { ...change, before: { entries }, after: null })
}
