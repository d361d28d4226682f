import type { Reads, Tx } from '../../database/store.ts'
import { invalid, type FieldProblems } from '../../base/errors.ts'
import { MAX_LICENSE_NAME, MAX_SUBJECTS } from '../../base/limits.ts'
import { foldText } from '../../model/fold.ts'
import { shorten } from '../../model/text.ts'

/** References in the unvalidated body of a commit. */
interface References {
  license_name?: unknown
  subjects?: unknown
}

/**
 * Reports the license and the subjects of a commit's body that do not exist. Ignores values that are too long, because
 * the schema of the body rejects them.
 */
export async function findUnknownReferences(reads: Reads, body: unknown): Promise<FieldProblems> {
  const { license_name: license, subjects }: References =
    typeof body === 'object' ? { ...body } : {}
  return {
    ...(await checkLicense(
      reads,
      typeof license === 'string' && license.length <= MAX_LICENSE_NAME ? license.trim() : '',
    )),
    ...(await checkSubjects(
      reads,
      Array.isArray(subjects) && subjects.length <= MAX_SUBJECTS ? subjects : [],
    )),
  }
}

async function checkLicense(reads: Reads, name: string): Promise<FieldProblems> {
  if (name === '' || (await findLicenseId(reads, name)) !== undefined) return {}
  return { license_name: [['unknown_license', name]] }
}

async function checkSubjects(reads: Reads, given: unknown[]): Promise<FieldProblems> {
  const slugs = [...new Set(given)].filter((slug) => typeof slug === 'string')
  const known = await findSubjectIds(reads, slugs)
  const messages = slugs.filter((slug) => !known.has(slug)).map(describeUnknown)
  return messages.length > 0 ? { subjects: messages } : {}
}

/**
 * Finds a license by name, ignoring case. In catalogs that earlier versions made, two names may differ only in the dot of an İ; a license with
 * exactly this name comes first.
 */
export async function findLicenseId(reads: Reads | Tx, name: string): Promise<number | undefined> {
  const licenses = await reads
    .selectFrom('license')
    .select(['id', 'name'])
    .where((eb) => eb.or([eb('name_folded', '=', foldText(name)), eb('name', '=', name)]))
    .execute()
  return (licenses.find((license) => license.name === name) ?? licenses[0])?.id
}

/** Maps the slugs of existing subjects to their ids. */
export async function findSubjectIds(
  reads: Reads | Tx,
  slugs: string[],
): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map()
  const rows = await reads
    .selectFrom('subject')
    .select(['id', 'slug'])
    .where('slug', 'in', slugs)
    .execute()
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

/**
 * Checks again inside the transaction, because the license may have been deleted since the first check.
 * @throws CatalogError kind `invalid`
 */
export async function requireLicenseId(tx: Tx, name: string): Promise<number> {
  const id = await findLicenseId(tx, name)
  if (id === undefined) throw invalid('license_name', ['unknown_license', name])
  return id
}

/** Ids in the order of the slugs. @throws CatalogError kind `invalid` */
export async function requireSubjectIds(tx: Tx, slugs: string[]): Promise<number[]> {
  const ids = await findSubjectIds(tx, slugs)
  return slugs.map((slug) => {
    const id = ids.get(slug)
    if (id === undefined) throw invalid('subjects', describeUnknown(slug))
    return id
  })
}

function describeUnknown(slug: string): string {
  return `Object with slug=${shorten(slug)} does not exist.`
}
