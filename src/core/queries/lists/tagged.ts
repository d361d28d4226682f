import type { Reads } from '../../db/store.ts'
import { inList } from '../../db/in-list.ts'

/** Subjects by their ids or by their items in the knowledge base; any of them. */
export interface SubjectNames {
  ids: readonly number[]
  kbIds: readonly string[]
}

/** Ids of the images that show any of these subjects. */
export function taggedWith(reads: Reads, { ids, kbIds }: SubjectNames) {
  const subjects = reads
    .selectFrom('subject')
    .select('id')
    .where((either) =>
      either.or([either('id', 'in', inList(ids)), either('kb_id', 'in', inList(kbIds))]),
    )
  return reads
    .selectFrom('image_subject')
    .select('image_subject.image_id')
    .where('image_subject.subject_id', 'in', subjects)
}
