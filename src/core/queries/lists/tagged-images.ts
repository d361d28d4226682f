import type { Reads } from '../../db/store.ts'
import { inList } from '../../db/dialect.ts'

/** References to subjects, by id or by item of the knowledge base. */
export interface SubjectRefs {
  ids: readonly number[]
  kbIds: readonly string[]
}

/** Selects the ids of the images that show any of these subjects. */
export function selectTagged(reads: Reads, { ids, kbIds }: SubjectRefs) {
  const subjects = reads
    .selectFrom('subject')
    .select('id')
    .where((either) =>
      either.or([
        either('id', 'in', inList(ids)),
        ...(kbIds.length > 0 ? [either('kb_id', 'in', inList(kbIds))] : []),
      ]),
    )
  return reads
    .selectFrom('image_subject')
    .select('image_subject.image_id')
    .where('image_subject.subject_id', 'in', subjects)
}
