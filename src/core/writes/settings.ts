import { recordAudit, type AuditContext } from '../audit/record-audit.ts'
import { parseSettingUpdate, settingUpdate } from '../contract/settings.ts'
import { compareWith } from '../model/seen-values.ts'
import { getSetting, type ListedSetting } from '../queries/settings/settings.ts'
import { requireUnchanged } from './run/require-unchanged.ts'
import { useCase } from './run/use-case.ts'
import type { SettingName } from '../model/setting-names.ts'
import type { Tx } from '../database/store.ts'
import { enqueueMilestones } from '../job-queue/enqueue-milestones.ts'

export interface SettingChange {
  name: SettingName
  /** The new value; undefined restores the default. */
  value: unknown
}

interface NamedSetting {
  name: SettingName
  /** The value that the user has seen; null or undefined if unknown. */
  previous?: unknown
}

/** Changes a setting of the catalog. */
export const changeSetting = useCase({
  name: 'setting.change',
  access: 'moderator',
  limit: 'moderations',
  input: settingUpdate,
  async run(tx, { name, ...update }: NamedSetting & { value: unknown }, context) {
    const { value, previous } = parseSettingUpdate(name, update)
    return replaceSetting(tx, { name, value, previous }, context)
  },
})

/** Restores the default of a setting. */
export const resetSetting = useCase({
  name: 'setting.reset',
  access: 'moderator',
  limit: 'moderations',
  run: (tx, { name, previous }: NamedSetting, context) =>
    replaceSetting(tx, { name, value: undefined, previous }, context),
})

/** @throws CatalogError kind `conflict` with code `changed_meanwhile` */
async function replaceSetting(
  tx: Tx,
  { previous, ...change }: SettingChange & NamedSetting,
  context: AuditContext,
): Promise<ListedSetting> {
  const seen = previous === undefined || previous === null ? {} : toComparable(previous)
  const current = await getSetting(tx, change.name)
  requireUnchanged(compareWith(toComparable(change.value), seen), toComparable(current.value))
  await writeSetting(tx, change, context)
  return getSetting(tx, change.name)
}

function toComparable(value: unknown) {
  return { value: JSON.stringify(value) }
}

/**
 * Changes a setting of the catalog. A job applies new milestones to past events, as if the feed were rebuilt.
 * @returns whether it changed
 */
export async function writeSetting(
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
