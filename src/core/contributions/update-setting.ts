import { changeSetting, type SettingChange } from '../actions/change-setting.ts'
import { compareWith } from '../model/seen-values.ts'
import { getSetting } from '../queries/settings.ts'
import type { Services } from '../services.ts'
import type { Moderator } from './moderate.ts'
import { saveChanged } from './save-changed.ts'

/**
 * Changes a setting of the catalog for a moderator.
 * @param change `previous` is the value that the moderator saw; null or undefined if unknown
 * @throws CatalogError the errors of `saveChanged`
 */
export function updateSetting(
  services: Pick<Services, 'clock' | 'write'>,
  moderator: Moderator,
  { previous, ...change }: SettingChange & { previous?: unknown },
): Promise<void> {
  const seen = previous === undefined || previous === null ? {} : toComparable(previous)
  return saveChanged(services, moderator, {
    seen: compareWith(toComparable(change.value), seen),
    read: (tx) => getSetting(tx, change.name),
    toValues: ({ value }) => toComparable(value),
    edit: (tx, context) => changeSetting(tx, change, context),
  })
}

function toComparable(value: unknown) {
  return { value: JSON.stringify(value) }
}
