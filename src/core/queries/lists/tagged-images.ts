import type { Reads } from '../../database/store.ts'
import { inList, isAnyOf } from '../../database/sql.ts'
import { column, expressions } from '../../database/expressions.ts'

/** References to subjects, by id or by item of the knowledge base. */
export interface SubjectRefs {
  ids: readonly number[]
  kbIds: readonly string[]
}

const SUBJECT = column<number>('image_subject.subject_id')

/** Selects the ids of the images that show any of these subjects. */
export function selectTagged(reads: Reads, { ids, kbIds }: SubjectRefs) {
  const tagged = reads.selectFrom('image_subject').select('image_subject.image_id')
  if (kbIds.length === 0)
    return tagged.where(isAnyOf(SUBJECT, expressions.val(JSON.stringify(ids))))
  const subjects = reads
    .selectFrom('subject')
    .select('id')
    .where((either) =>
      either.or([either('id', 'in', inList(ids)), either('kb_id', 'in', inList(kbIds))]),
    )
  return tagged.where(SUBJECT, 'in', subjects)
}
