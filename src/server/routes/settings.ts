import {
  parseSettingUpdate,
  setting,
  settings,
  settingUpdate,
  type Setting,
} from '../../core/contract/settings.ts'
import { updateSetting } from '../../core/contributions/update-setting.ts'
import { notFound } from '../../core/errors.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/limits.ts'
import { SETTING_NAMES, type SettingName } from '../../core/model/setting-names.ts'
import { getSetting, listSettings, type ListedSetting } from '../../core/queries/settings.ts'
import { json, noContent } from '../reply.ts'
import { route } from '../route.ts'
import { CHANGED_SINCE } from './contribution-errors.ts'

/** The settings of the catalog, which its staff decide on. */
export const settingRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/settings/',
    summary: 'List the settings of the catalog',
    responses: { 200: settings },
    access: 'moderator',
    async handle({ catalog }) {
      return json((await listSettings(catalog.reads)).map(presentSetting))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/settings/:name/',
    summary: 'Change a setting of the catalog',
    responses: { 200: setting },
    errorResponses: { 409: CHANGED_SINCE },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: settingUpdate,
    async handle({ catalog, caller, params, body }) {
      const name = parseName(params.name)
      await updateSetting(catalog, caller, { name, ...parseSettingUpdate(name, body) })
      return json(presentSetting(await getSetting(catalog.reads, name)))
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/settings/:name/',
    summary: 'Restore the default of a setting',
    responses: { 204: { description: 'The setting has its default.' } },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params }) {
      await updateSetting(catalog, caller, { name: parseName(params.name), value: undefined })
      return noContent()
    },
  }),
]

/** @throws CatalogError kind `not_found` */
function parseName(text: string | undefined): SettingName {
  const name = SETTING_NAMES.find((known) => known === text)
  if (name === undefined) throw notFound('Setting not found.')
  return name
}

function presentSetting({ name, value, isDefault, meaning }: ListedSetting): Setting {
  return { name, value, is_default: isDefault, meaning }
}
