import type { Setting } from '../../../core/contract/settings.ts'
import { notFound } from '../../../core/base/errors.ts'
import type { SettingName } from '../../../core/model/setting-names.ts'
import type { ResourceApi } from '../../client/api.ts'

export async function readSettings(api: ResourceApi): Promise<Setting[]> {
  const { settings } = await import('../../../core/contract/settings.ts')
  return api.get('/api/v2/settings/', settings)
}

export async function readSetting(api: ResourceApi, name: SettingName): Promise<Setting> {
  const setting = (await readSettings(api)).find((one) => one.name === name)
  if (!setting) throw notFound(`The instance does not have the setting ${name}.`)
  return setting
}
