import type { Tx } from '../db/store.ts'
import { foldText } from '../model/fold.ts'
import type { NewLicense } from '../contract/new-license.ts'

/** Adds a license; undefined when one of that name, in whatever letter case, is there already. */
export async function addLicense(tx: Tx, license: NewLicense): Promise<{ id: number } | undefined> {
  return tx
    .insertInto('license')
    .values({ ...license, name_folded: foldText(license.name) })
    .onConflict((same) => same.column('name_folded').doNothing())
    .returning('id')
    .executeTakeFirst()
}
