import { sql, type Kysely } from 'kysely'
import type { Tx } from './store.ts'

/**
 * Folds `İ` to `i` in the folded names of licenses that kept its dot. In catalogs that earlier versions made, names may
 * differ only in this dot. The folded names are unique, so the first license gets the name, and the others keep the dot.
 */
export async function foldLicenseNames(db: Kysely<unknown> | Tx): Promise<void> {
  const fold = (table: string) => sql`replace(${sql.ref(table)}, ${'i̇'}, 'i')`
  await sql`update license set name_folded = ${fold('name_folded')}
    where name_folded <> ${fold('name_folded')}
      and ${fold('name_folded')} not in (select name_folded from license)
      and not exists (select 1 from license as earlier where earlier.id < license.id
        and ${fold('earlier.name_folded')} = ${fold('license.name_folded')})`.execute(db)
}
