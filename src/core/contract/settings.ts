import { z, type ZodType } from 'zod'
import { DEFAULT_SITE_NAME, DEFAULT_VIEWING_CONE, MAX_SITE_NAME } from '../base/limits.ts'
import { DEFAULT_MILESTONES } from '../model/milestone-steps.ts'
import { SETTING_NAMES, type SettingName } from '../model/setting-names.ts'
import { DEFAULT_VALIDATORS, VALIDATORS } from '../model/validators.ts'
import { PROBLEMS } from '../base/problems/problem.ts'
import { givenMilestones, milestonesSetting } from './milestones.ts'
import { parseFields } from './parse-fields.ts'
import { requiredChoice } from './fields.ts'
import { requiredText } from './text-fields.ts'

/** A setting of the catalog, which its community decides on. Others are settings of the server: see `config.ts`. */
interface CatalogSetting {
  meaning: string
  /** The value while none is set. */
  fallback: unknown
  /** Parses the value that an administrator writes. */
  schema: ZodType
  /** Parses the stored value. Without success, the default applies. */
  stored: ZodType
}

const NOT_A_WIDTH = PROBLEMS.not_a_width

const viewingCone = z
  .string()
  .regex(/^\s*\d{1,3}(\.\d{1,6})?\s*$/v, NOT_A_WIDTH)
  .transform(Number)
  .pipe(z.number().max(360, NOT_A_WIDTH))

const milestones = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('Enter JSON such as {"user": [5, 15], "sitewide": [100, 1000]}.')
      return z.NEVER
    }
  })
  .pipe(givenMilestones)

export const CATALOG_SETTINGS = {
  site_name: {
    meaning: 'Name of the catalog, on its pages and in its API',
    fallback: DEFAULT_SITE_NAME,
    schema: requiredText(MAX_SITE_NAME),
    stored: z.string().regex(/\S/v),
  },
  viewing_cone: {
    meaning: 'Width of what a camera sees, in degrees, for the search in view',
    fallback: DEFAULT_VIEWING_CONE,
    schema: viewingCone,
    stored: z.number().min(0),
  },
  milestones: {
    meaning: 'Numbers of georeferences that the activity feed reports',
    fallback: DEFAULT_MILESTONES,
    schema: milestones,
    stored: milestonesSetting,
  },
  validators: {
    meaning: 'Who may check the georeferences of others: staff, trusted contributors or everyone',
    fallback: DEFAULT_VALIDATORS,
    schema: requiredChoice(VALIDATORS),
    stored: z.enum(VALIDATORS),
  },
} as const satisfies Record<SettingName, CatalogSetting>

/** The values in JSON, as the API has them. */
const JSON_VALUES: Readonly<Record<SettingName, ZodType>> = {
  site_name: CATALOG_SETTINGS.site_name.schema,
  validators: CATALOG_SETTINGS.validators.schema,
  viewing_cone: z
    .union([z.number(), z.string()], { error: NOT_A_WIDTH })
    .transform(String)
    .pipe(viewingCone),
  milestones: z
    .unknown()
    .refine((given) => givenMilestones.safeParse(given).success, PROBLEMS.not_milestones)
    .pipe(givenMilestones),
}

/** @throws CatalogError kind `invalid` for the fields `value` and `previous` */
export function parseSettingUpdate(
  name: SettingName,
  { value, previous }: SettingUpdate,
): { value: unknown; previous?: unknown } {
  const schema = JSON_VALUES[name]
  return parseFields(z.object({ value: schema, previous: schema.nullish() }), { value, previous })
}

const anyValue = z.unknown().meta({
  description:
    'A text for `site_name`, a number of degrees for `viewing_cone`, `{"user": […], "sitewide": […]}` for `milestones`, and `staff`, `trusted` or `everyone` for `validators`.',
  examples: ['Town in pictures'],
})

/** Body of `PUT /api/v2/settings/{name}/`. */
export const settingUpdate = z
  .object({
    value: anyValue,
    previous: z
      .unknown()
      .optional()
      .meta({
        description:
          'The value that the client has read. If the setting has another one by now, nothing changes.',
        examples: ['Historical image catalog'],
      }),
  })
  .meta({ id: 'SettingUpdate', description: 'The new value of a setting.' })

export type SettingUpdate = z.output<typeof settingUpdate>

export const setting = z
  .strictObject({
    name: z.enum(SETTING_NAMES),
    value: anyValue,
    is_default: z.boolean().meta({ description: 'Whether no value is set.', examples: [false] }),
    meaning: z.string().meta({ examples: ['Name of the catalog, on its pages and in its API'] }),
    pending: z.boolean().meta({
      description: 'Whether it is not applied to all past events yet.',
      examples: [false],
    }),
  })
  .meta({ id: 'Setting', description: 'A setting of the catalog, with the value in effect.' })

export type Setting = z.infer<typeof setting>

export const settings = z.array(setting).describe('All settings of the catalog.')

/**
 * Parses the value that an administrator writes.
 * @throws CatalogError kind `invalid`, for the field with the name of the setting
 */
export function parseSetting(name: SettingName, text: string): unknown {
  const schema: ZodType = z.object({ [name]: CATALOG_SETTINGS[name].schema })
  const parsed = parseFields(schema, { [name]: text }) as Record<string, unknown>
  return parsed[name]
}
