import { auditChange } from '../../audit/audit-row.ts'
import type { AuditContext } from '../../audit/record-audit.ts'
import { subjectUpdate, type SubjectEdit, type SubjectUpdate } from '../../contract/new-subject.ts'
import { refuseTakenSlug } from '../../database/refuse-taken-slug.ts'
import type { Tx } from '../../database/store.ts'
import { foldText } from '../../model/fold.ts'
import { compareWith } from '../../model/seen-values.ts'
import { describeSubject } from '../../model/subject-description.ts'
import { getAnySubject } from '../../queries/subjects/subjects.ts'
import { requireUnchanged } from '../run/require-unchanged.ts'
import { useCase } from '../run/use-case.ts'

/** Changes a subject. */
export const editSubject = useCase({
  name: 'subject.edit',
  access: 'moderator',
  limit: 'moderations',
  input: subjectUpdate,
  async run(tx, { id, previous, ...edit }: SubjectUpdate & { id: number }, context) {
    const subject = await getAnySubject(tx, id)
    // The API shows the description of the item in place of none; a form leaves its field blank.
    const isBlank = previous?.description === ''
    const description = isBlank ? (subject.description ?? '') : describeSubject(subject)
    requireUnchanged(compareWith(edit, previous), { ...subject, description })
    await updateSubject(tx, id, edit, context)
    return getAnySubject(tx, id)
  },
})

/** @throws CatalogError kind `invalid` if another subject has the slug */
export async function updateSubject(
  tx: Tx,
  id: number,
  { title, slug, description }: SubjectEdit,
  context: AuditContext,
): Promise<void> {
  const changes = {
    ...(title !== undefined && { title, title_folded: foldText(title) }),
    ...(slug !== undefined && { slug }),
    ...(description !== undefined && { description }),
  }
  if (Object.keys(changes).length === 0) return
  await auditChange(tx, context, { table: 'subject', id, action: 'subject.edit' }, async () => {
    await refuseTakenSlug(['subject_slug_taken'], () =>
      tx.updateTable('subject').set(changes).where('id', '=', id).execute(),
    )
  })
}
