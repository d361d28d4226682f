import { setting, settings, type Setting } from '../../core/contract/settings.ts'
import { notFound } from '../../core/base/errors.ts'
import { SETTING_NAMES, type SettingName } from '../../core/model/setting-names.ts'
import { listSettings, type ListedSetting } from '../../core/queries/settings/settings.ts'
import { changeSetting, resetSetting } from '../../core/writes/settings.ts'
import { endpoint } from '../http/endpoint.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { CHANGED_SINCE } from '../http/contribution-errors.ts'

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
  endpoint('PUT /api/v2/settings/:name/', changeSetting, {
    summary: 'Change a setting of the catalog',
    responses: { 200: setting },
    errorResponses: { 409: CHANGED_SINCE },
    target: nameOf,
    present: (changed) => json(presentSetting(changed)),
  }),
  endpoint('DELETE /api/v2/settings/:name/', resetSetting, {
    summary: 'Restore the default of a setting',
    responses: { 204: { description: 'The setting has its default.' } },
    target: nameOf,
  }),
]

/** @throws CatalogError kind `not_found` */
function nameOf({ params }: { params: Record<string, string> }): { name: SettingName } {
  const name = SETTING_NAMES.find((known) => known === params['name'])
  if (name === undefined) throw notFound('Setting not found.')
  return { name }
}

function presentSetting({ name, value, isDefault, meaning, isPending }: ListedSetting): Setting {
  return { name, value, is_default: isDefault, meaning, pending: isPending }
}
