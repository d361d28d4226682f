import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import type { Tx } from '../database/store.ts'
import { EMBEDDING_MODEL, getChosenModel } from '../queries/settings/chosen-model.ts'

/** Records which embedding model the server uses; null for none. A running server needs no restart. */
export async function chooseModel(
  tx: Tx,
  name: string | null,
  context: AuditContext,
): Promise<void> {
  const previous = await getChosenModel(tx)
  await tx.deleteFrom('setting').where('name', '=', EMBEDDING_MODEL).execute()
  if (name !== null) {
    const value = JSON.stringify(name)
    await tx.insertInto('setting').values({ name: EMBEDDING_MODEL, value }).execute()
  }
  if (name === previous) return
  await recordAudit(tx, context, {
    action: 'model.use',
    objectType: 'setting',
    objectId: EMBEDDING_MODEL,
    before: { value: previous },
    after: { value: name },
  })
}
