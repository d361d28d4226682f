import type { Tx } from '../db/store.ts'
import { foldText } from '../model/fold.ts'
import type { NewLicense } from '../contract/new-license.ts'

/** Adds a license. Returns undefined if a license with this name exists already, ignoring case. */
export async function addLicense(tx: Tx, license: NewLicense): Promise<{ id: number } | undefined> {
  return tx
    .insertInto('license')
    .values({ ...license, name_folded: foldText(license.name) })
    .onConflict((same) => same.column('name_folded').doNothing())
    .returning('id')
    .executeTakeFirst()
}
