import { sql, type Kysely } from 'kysely'
import { dateColumns } from '../date-columns.ts'
import type { Tables } from '../tables.ts'
import type { SchemaChange } from './schema-change.ts'

const BATCH_SIZE = 10_000

/**
 * Computes the bounds of dates whose century is unknown again, which were years from 0 to 9999, and of those that could
 * be at any time: both have none.
 */
export const undated: SchemaChange = {
  sqlite: { after: computeBoundsAgain },
  postgres: { after: computeBoundsAgain },
}

async function computeBoundsAgain(db: Kysely<unknown>): Promise<void> {
  const tables = db.withTables<Pick<Tables, 'image'>>()
  let after: number | undefined = 0
  while (after !== undefined) after = await computeBatch(tables, after)
}

/** @returns the last id of the batch; undefined after the last one */
async function computeBatch(db: Kysely<Pick<Tables, 'image'>>, after: number) {
  const images = await db
    .selectFrom('image')
    .select(['id', 'edtf_date', 'fuzzy_from', 'fuzzy_to'])
    .where(sql<boolean>`(edtf_date like '%X%' or edtf_date like '%/%' or edtf_date like '%..%')`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  for (const image of images) {
    const dated = dateColumns(image.edtf_date)
    const isSame = image.fuzzy_from === dated.fuzzy_from && image.fuzzy_to === dated.fuzzy_to
    if (!isSame) await db.updateTable('image').set(dated).where('id', '=', image.id).execute()
  }
  return images.at(-1)?.id
}
