import { auditCreation } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import type { NewSubject } from '../../contract/new-subject.ts'
import type { Tx } from '../../database/store.ts'
import { invalid } from '../../base/errors.ts'
import { foldText } from '../../model/fold.ts'
import { toItemUri } from '../../model/item-id.ts'
import { toSlug, toSlugStem, toUniqueSlug } from '../../model/slug.ts'

export interface AddedSubject {
  id: number
  slug: string
  title: string
  /** Whether it was added; otherwise a subject with the item exists. */
  isNew: boolean
}

/**
 * Adds a subject, unless one with the same Wikidata item exists.
 * @throws CatalogError kind `invalid` if another subject has the slug that is given
 */
export async function addSubject(
  tx: Tx,
  given: NewSubject,
  context: AuditContext,
): Promise<AddedSubject> {
  const known = await tx
    .selectFrom('subject')
    .select(['id', 'slug', 'title'])
    .where('kb_id', '=', given.item)
    .orderBy('id')
    .executeTakeFirst()
  if (known) return { ...known, isNew: false }
  const slug = await chooseSlug(tx, given)
  const added = await tx
    .insertInto('subject')
    .values({
      title: given.title,
      title_folded: foldText(given.title),
      slug,
      description: given.description,
      kb_id: given.item,
      kb_uri: toItemUri(given.item),
      kb_title: given.item_title ?? given.title,
      kb_description: given.item_description,
    })
    .returning(['id', 'slug', 'title'])
    .executeTakeFirstOrThrow()
  await auditCreation(tx, context, { table: 'subject', id: added.id, action: 'subject.create' })
  return { ...added, isNew: true }
}

/** A title in another script than the Latin one has no slug, so the id of the item takes its place. */
async function chooseSlug(tx: Tx, { slug, title, item }: NewSubject): Promise<string> {
  const wanted = slug ?? (toSlug(title) || item.toLowerCase())
  const stem = toSlugStem(wanted)
  const rows = await tx
    .selectFrom('subject')
    .select('slug')
    .where((row) =>
      row.or([
        row('slug', '=', wanted),
        // All slugs that begin with the stem and a hyphen: the full stop follows the hyphen.
        row.and([row('slug', '>=', `${stem}-`), row('slug', '<', `${stem}.`)]),
      ]),
    )
    .execute()
  const taken = new Set(rows.map((row) => row.slug))
  if (slug !== undefined && taken.has(slug)) throw invalid('slug', ['subject_slug_taken'])
  return toUniqueSlug(wanted, taken)
}
