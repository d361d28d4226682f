import type { Reads } from '../database/store.ts'
import { conflict } from '../base/errors.ts'
import { FILE_STATES } from '../model/setting-names.ts'
import { EMBEDDING_MODEL } from '../queries/settings/chosen-model.ts'

/** The tables that a dump fills, besides settings. All other content tables depend on them. */
const FILLED = ['user', 'license', 'source', 'collection', 'subject', 'image'] as const

type Selects = Pick<Reads, 'selectFrom'>

/** @throws CatalogError kind `conflict` that names a table with rows */
export async function requireEmpty(reads: Selects): Promise<void> {
  const table = await findFilledTable(reads)
  if (table === undefined) return
  throw conflict(
    `The catalog is not empty: it has at least one ${table}. Load the dump into a new data directory.`,
  )
}

export async function isEmpty(reads: Selects): Promise<boolean> {
  return (await findFilledTable(reads)) === undefined
}

async function findFilledTable(reads: Selects): Promise<string | undefined> {
  for (const table of FILLED) {
    const row = await reads
      .selectFrom(table)
      .select((row) => row.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst()
    if (row) return table
  }
  return (await hasContentSetting(reads)) ? 'setting' : undefined
}

/** The chosen embedding model and the directory of the files are no content: they belong to this host. */
async function hasContentSetting(reads: Selects): Promise<boolean> {
  const row = await reads
    .selectFrom('setting')
    .select('name')
    .where('name', 'not in', [EMBEDDING_MODEL, ...FILE_STATES])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
