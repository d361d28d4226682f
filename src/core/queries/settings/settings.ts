import { CATALOG_SETTINGS } from '../../contract/settings.ts'
import { SETTING_NAMES, type SettingName } from '../../model/setting-names.ts'
import type { Selects } from '../../database/store.ts'
import { areMilestonesPending } from '../../job-queue/enqueue-milestones.ts'

export interface ListedSetting {
  name: SettingName
  /** The value in effect. */
  value: unknown
  isDefault: boolean
  meaning: string
  /** Whether it is not applied to all past events yet. */
  isPending: boolean
}

/** Lists the settings of the catalog with the values in effect. */
export async function listSettings(reads: Selects): Promise<ListedSetting[]> {
  const rows = await reads.selectFrom('setting').selectAll().execute()
  const arePending = await areMilestonesPending(reads)
  const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
  return SETTING_NAMES.map((name) => {
    const { fallback, meaning, stored } = CATALOG_SETTINGS[name]
    const parsed = stored.safeParse(values.get(name))
    const value: unknown = parsed.success ? parsed.data : fallback
    const isPending = name === 'milestones' && arePending
    return { name, value, isDefault: !parsed.success, meaning, isPending }
  })
}

/** Reads the value in effect of one setting. */
export async function getSetting(reads: Selects, name: SettingName): Promise<ListedSetting> {
  const setting = (await listSettings(reads)).find((one) => one.name === name)
  if (!setting) throw new Error(`there is no setting ${name}`)
  return setting
}
