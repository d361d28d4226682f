import { auditChange, auditCreation } from '../audit/audit-row.ts'
import type { AuditContext } from '../audit/record-audit.ts'
import type { License } from '../contract/license.ts'
import {
  licenseUpdate,
  newLicense,
  type LicenseEdit,
  type LicenseUpdate,
  type NewLicense,
} from '../contract/new-license.ts'
import { refuseDuplicate } from '../database/refuse-duplicate.ts'
import type { Selects, Tx } from '../database/store.ts'
import { enqueueImageChanges } from '../job-queue/enqueue-image-changes.ts'
import { conflict, notFound } from '../base/errors.ts'
import { foldText } from '../model/fold.ts'
import { compareWith } from '../model/seen-values.ts'
import { getLicense } from '../queries/sources/licenses.ts'
import { requireUnchanged } from './run/require-unchanged.ts'
import { useCase } from './run/use-case.ts'

/** Adds a license, to which imports refer by its name. */
export const addLicense = useCase({
  name: 'license.add',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  input: newLicense,
  async run(tx, license: NewLicense, context): Promise<License> {
    return { ...(await insertLicense(tx, license, context)), ...license }
  },
})

/** Changes a license for all images that have it. */
export const editLicense = useCase({
  name: 'license.edit',
  access: 'moderator',
  limit: 'moderations',
  input: licenseUpdate,
  async run(tx, { id, previous, ...edit }: LicenseUpdate & { id: number }, context) {
    requireUnchanged(compareWith(edit, previous), await getLicense(tx, id))
    await updateLicense(tx, { id, edit }, context)
    return getLicense(tx, id)
  },
})

/** Removes a license that no image has. */
export const removeLicense = useCase({
  name: 'license.remove',
  access: 'moderator',
  limit: 'moderations',
  hasDryRun: true,
  async run(tx, { id }: { id: number }, context) {
    await requireUnusedLicense(tx, id)
    await deleteLicense(tx, id, context)
  },
})

/**
 * @param license with the id of a removed license to restore it
 * @throws CatalogError kind `conflict` if a license with this name exists already, ignoring case
 */
export async function insertLicense(
  tx: Tx,
  license: NewLicense & { id?: number },
  context: AuditContext,
): Promise<{ id: number }> {
  const added = await tx
    .insertInto('license')
    .values({ ...license, name_folded: foldText(license.name) })
    .onConflict((same) => same.column('name_folded').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw conflict(['license_exists', license.name])
  await auditCreation(tx, context, { table: 'license', id: added.id, action: 'license.create' })
  return added
}

/** @throws CatalogError kind `conflict` if another license has the name, ignoring case */
export async function updateLicense(
  tx: Tx,
  { id, edit }: { id: number; edit: LicenseEdit },
  context: AuditContext,
): Promise<void> {
  if (Object.keys(edit).length === 0) return
  const { name } = edit
  const columns = { ...edit, ...(name !== undefined && { name_folded: foldText(name) }) }
  const taken = conflict(['license_exists', name ?? ''])
  await auditChange(tx, context, { table: 'license', id, action: 'license.edit' }, () =>
    refuseDuplicate('name_folded', taken, () =>
      tx.updateTable('license').set(columns).where('id', '=', id).execute(),
    ),
  )
  await enqueueImageChanges(tx, { license: id }, context.now)
}

/** @throws CatalogError kind `not_found` */
export async function deleteLicense(tx: Tx, id: number, context: AuditContext): Promise<void> {
  const row = { table: 'license', id, action: 'license.remove' } as const
  const removed = await auditChange(tx, context, row, () =>
    tx.deleteFrom('license').where('id', '=', id).returning('id').executeTakeFirst(),
  )
  if (!removed) throw notFound('License not found.')
}

/** @throws CatalogError kind `conflict` that says how many images have the license */
export async function requireUnusedLicense(reads: Selects, id: number): Promise<void> {
  const { images } = await reads
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .where('license_id', '=', id)
    .executeTakeFirstOrThrow()
  if (images === 0) return
  throw conflict(['license_in_use', images], {
    hint: 'Give these images another license first (catalog update), or edit this one.',
  })
}
