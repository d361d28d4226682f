import type { AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../db/store.ts'
import type { SeenEdit, Values } from '../model/seen-values.ts'
import type { Services } from '../services.ts'
import { requireUnchanged } from '../writes/run/require-unchanged.ts'
import { moderate, type Moderator } from './moderate.ts'

interface SavedChange<Row> {
  seen: SeenEdit
  /** Reads the record. */
  read: (tx: Tx) => Promise<Row>
  /** The values of the record in the form in which the client saw them. */
  toValues: (row: Row) => Values
  edit: (tx: Tx, context: AuditContext) => Promise<unknown>
}

/**
 * Changes a record for a moderator, unless another person has changed the same members since the moderator saw them.
 * @throws CatalogError kind `conflict` with code `changed_meanwhile`, or the errors of `moderate`, `read` and `edit`
 */
export function saveChanged<Row>(
  services: Pick<Services, 'clock' | 'write'>,
  moderator: Moderator,
  { seen, read, toValues, edit }: SavedChange<Row>,
): Promise<void> {
  return moderate(services, moderator, async (tx, context) => {
    requireUnchanged(seen, toValues(await read(tx)))
    await edit(tx, context)
  })
}
