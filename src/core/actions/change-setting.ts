import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import type { SettingName } from '../model/setting-names.ts'
import type { Tx } from '../db/store.ts'
import { enqueueMilestones } from '../jobs/milestones.ts'

export interface SettingChange {
  name: SettingName
  /** The new value; undefined restores the default. */
  value: unknown
}

/**
 * Changes a setting of the catalog. A job applies new milestones to past events, as if the feed were rebuilt.
 * @returns whether it changed
 */
export async function changeSetting(
  tx: Tx,
  { name, value }: SettingChange,
  context: AuditContext,
): Promise<boolean> {
  const previous = await tx
    .deleteFrom('setting')
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirst()
  const json = value === undefined ? undefined : JSON.stringify(value)
  if (json !== undefined) await tx.insertInto('setting').values({ name, value: json }).execute()
  if (json === previous?.value) return false
  await recordAudit(tx, context, {
    action: json === undefined ? 'setting.reset' : 'setting.set',
    objectType: 'setting',
    objectId: name,
    before: previous ? { value: JSON.parse(previous.value) as unknown } : null,
    after: json === undefined ? null : { value },
  })
  if (name === 'milestones') await enqueueMilestones(tx, context.now)
  return true
}
