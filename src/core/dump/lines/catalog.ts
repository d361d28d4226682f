import { z } from 'zod'
import type { Reads } from '../../database/store.ts'
import { MAX_SITE_NAME } from '../../base/limits.ts'
import { FILE_STATES } from '../../model/setting-names.ts'
import { EMBEDDING_MODEL } from '../../queries/settings/chosen-model.ts'
import { lineType } from '../line-type.ts'
import { name } from './fields.ts'

const FORMAT = 'catalog-dump' as const
/** The version that a dump is written in. Earlier ones are read, too. */
const VERSION = 2 as const

/** The setting that a line carries as `name`. */
const SITE_NAME = 'site_name'

const settings = z.record(
  z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, 'should be a name of small letters, digits and underscores')
    .refine((setting) => setting !== SITE_NAME, 'is written as the field name'),
  z.json(),
)

export const catalogLine = lineType({
  type: 'catalog',
  schema: z.strictObject({
    format: z.literal(FORMAT),
    version: z.literal([1, VERSION]),
    name: name(MAX_SITE_NAME).nullish(),
    settings: settings.nullish(),
  }),
  async *rows({ reads }) {
    const { [SITE_NAME]: siteName, ...others } = await readSettings(reads)
    yield {
      format: FORMAT,
      version: VERSION,
      name: typeof siteName === 'string' ? siteName : null,
      settings: Object.keys(others).length === 0 ? null : others,
    }
  },
  async addRows(line, { tx }) {
    const all = { ...(line.name && { [SITE_NAME]: line.name }), ...line.settings }
    for (const [setting, value] of Object.entries(all)) {
      await tx
        .insertInto('setting')
        .values({ name: setting, value: JSON.stringify(value) })
        // A model that was chosen before stays in use, because it is installed on this host.
        .$if(setting === EMBEDDING_MODEL, (insert) =>
          insert.onConflict((conflict) => conflict.doNothing()),
        )
        .execute()
    }
  },
})

async function readSettings(reads: Reads): Promise<Record<string, z.core.util.JSONType>> {
  const rows = await reads
    .selectFrom('setting')
    .selectAll()
    .where('name', 'not in', FILE_STATES)
    .orderBy('name')
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]))
}
