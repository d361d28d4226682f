import { newItemSubject, type NewItemSubject } from '../../contract/contribution.ts'
import type { Reads, Selects } from '../../database/store.ts'
import { CatalogError, invalid } from '../../base/errors.ts'
import type { FoundItem } from '../../integrations/wikidata-entity.ts'
import type { SubjectRow } from '../../queries/images/detail-lists.ts'
import { addSubject } from './add-subject.ts'
import type { Tagged } from '../tags/edit-tags.ts'
import { useCase } from '../run/use-case.ts'

/** Adds a subject from the knowledge base, unless there is one with this item. */
export const addItemSubject = useCase({
  name: 'subject.add',
  access: ['contributor', 'moderator'],
  limit: 'tags',
  once: true,
  input: newItemSubject,
  async prepare({ reads, knowledgeBase }, { kb_id }: NewItemSubject) {
    const known = await findByItem(reads, kb_id)
    return known ? { known } : { texts: await knowledgeBase.findItem(kb_id) }
  },
  async run(tx, { kb_id }: NewItemSubject, { actor, now }, { known, texts }): Promise<Tagged> {
    // The row of a subject does not say who added it, so the audit log does.
    const { id, isNew } = known
      ? { ...known, isNew: false }
      : await addSubject(tx, toSubject(kb_id, texts), { actor, now })
    const subject = await findSubject(tx, id)
    if (!subject) throw new CatalogError('conflict', ['subject_removed'])
    return { subject, isNew }
  },
})

function toSubject(item: string, texts: FoundItem | undefined) {
  if (texts?.state !== 'found')
    throw invalid('kb_id', [texts?.state === 'unlabeled' ? 'unnamed_item' : 'unknown_item', item])
  const { title, description } = texts
  return {
    item: texts.item,
    title,
    description: null,
    item_title: title,
    item_description: description,
  }
}

function findByItem(reads: Reads, item: string): Promise<{ id: number } | undefined> {
  return reads
    .selectFrom('subject')
    .select('id')
    .where('kb_id', '=', item)
    .orderBy('id')
    .executeTakeFirst()
}

function findSubject(reads: Selects, id: number): Promise<SubjectRow | undefined> {
  return reads
    .selectFrom('subject')
    .select(['id', 'title', 'slug'])
    .select(['kb_id', 'kb_uri', 'kb_title', 'kb_description'])
    .where('id', '=', id)
    .executeTakeFirst()
}
