import { z } from 'zod'
import { parseSetting } from '../../../../core/contract/settings.ts'
import { invalidFields, type FieldProblems } from '../../../../core/base/errors.ts'
import { givenMilestones } from '../../../../core/contract/milestones.ts'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import type { Selects } from '../../../../core/database/store.ts'
import { SETTING_NAMES, type SettingName } from '../../../../core/model/setting-names.ts'
import { getSetting, listSettings } from '../../../../core/queries/settings/settings.ts'
import { changeSetting, resetSetting } from '../../../../core/writes/settings.ts'
import type { Draft } from '../../../pages/draft.ts'
import {
  CHANGED,
  loadedField,
  readSeen,
  withStoredValues,
} from '../../../pages/staff/seen-values.ts'
import {
  createSettingsPage,
  SETTINGS_PATH,
  toSettingValues,
} from '../../../pages/staff/settings.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import type { Route } from '../../../http/route.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { runForm } from '../use-case-form.ts'

const STEP_FIELDS = ['user', 'sitewide'] as const

/** The form of one setting. */
const settingFields = z.object({
  name: z.enum(SETTING_NAMES),
  reset: z.string().optional().describe('Whether to restore the default.'),
  site_name: z.string().default(''),
  viewing_cone: z.string().default(''),
  validators: z.string().default(''),
  user: z.string().default('').describe('Milestones of a user, separated by commas.'),
  sitewide: z.string().default('').describe('Milestones of the catalog, separated by commas.'),
  ...loadedField.shape,
})

type SettingFields = z.output<typeof settingFields>

/** The page of the settings of the catalog. */
export const staffSettingRoutes: readonly Route[] = [
  privatePageRoute({
    path: SETTINGS_PATH,
    summary: 'Show the settings of the catalog',
    access: 'staff',
    query: z.object({ done: z.string().optional() }),
    show: (visit, { catalog, query }) => showSettings(visit, catalog, { done: query.done }),
  }),
  formRoute({
    path: SETTINGS_PATH,
    summary: 'Change a setting of the catalog',
    useCases: [changeSetting, resetSetting],
    access: 'staff',
    errorResponses: { 409: CHANGED },
    fields: settingFields,
    async submit(submission) {
      const { fields, request } = submission
      const { name, reset } = fields
      const previous = parseLoaded(fields)
      if (reset !== undefined) await runForm(submission, resetSetting, { name, previous })
      else await runForm(submission, changeSetting, { name, value: parseValue(fields), previous })
      return { redirectTo: request.links.base(`${SETTINGS_PATH}?done=${name}`) }
    },
    async showAgain(visit, entered, { catalog }) {
      const name = SETTING_NAMES.find((known) => known === entered.values['name'])
      const draft =
        name === undefined
          ? entered
          : withStoredValues(fieldsOf(name), entered, await readValues(catalog.reads, name))
      return showSettings(visit, catalog, { draft })
    },
  }),
]

/** The fields of the form of a setting. */
function fieldsOf(name: SettingName): readonly string[] {
  return name === 'milestones' ? STEP_FIELDS : [name]
}

/** The value in effect, as the form of the setting shows it. */
async function readValues(reads: Selects, name: SettingName): Promise<Draft['values']> {
  return toSettingValues(name, (await getSetting(reads, name)).value)
}

function parseValue(fields: SettingFields): unknown {
  return fields.name === 'milestones'
    ? parseMilestones(fields)
    : parseSetting(fields.name satisfies SettingName, fields[fields.name])
}

/** The value that the form had when it was opened. A form without one overwrites nothing. */
function parseLoaded(fields: SettingFields): unknown {
  const { loaded } = readSeen(fieldsOf(fields.name), fields)
  const opened = settingFields.safeParse({ name: fields.name, ...loaded })
  try {
    return opened.success && parseValue(opened.data)
  } catch {
    return false
  }
}

/** @throws CatalogError kind `invalid` with the errors of both fields */
function parseMilestones(fields: Pick<SettingFields, (typeof STEP_FIELDS)[number]>): unknown {
  const errors: FieldProblems = {}
  const milestones: Record<string, number[]> = {}
  for (const name of STEP_FIELDS) {
    const steps = fields[name].split(/[\s,;]+/v).filter((text) => text !== '')
    milestones[name] = steps.map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : 0))
    if (!givenMilestones.safeParse({ [name]: milestones[name] }).success)
      errors[name] = [['not_milestones']]
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  return milestones
}

async function showSettings(
  visit: SignedInVisit,
  { reads }: Pick<Catalog, 'reads'>,
  { draft, done }: { draft?: Draft; done?: string | undefined },
) {
  return createSettingsPage(visit, {
    settings: await listSettings(reads),
    draft,
    done,
  })
}
