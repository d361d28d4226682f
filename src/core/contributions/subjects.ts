import { addSubject } from '../actions/add-subject.ts'
import type { NewItemSubject } from '../contract/contribution.ts'
import { inList } from '../db/dialect.ts'
import { beginsWith, column } from '../db/expressions.ts'
import type { Reads, Selects } from '../db/store.ts'
import { CatalogError, invalid } from '../errors.ts'
import type { FoundItem } from '../integrations/wikidata-entity.ts'
import type { IdempotentResult } from '../idempotency/idempotent-request.ts'
import { MAX_SUGGESTIONS } from '../limits.ts'
import { foldText } from '../model/fold.ts'
import type { SubjectRow } from '../queries/image-parts.ts'
import type { Services } from '../services.ts'
import {
  countContribution,
  runContribution,
  type ContributionRequest,
  type ContributionServices,
  type Contributor,
} from './contribute.ts'

/**
 * Adds a subject from the knowledge base, unless there is one with this item.
 * @throws CatalogError kind `invalid` (an item that does not exist, or without an English name), `unavailable` if the
 *   knowledge base cannot be asked, or the errors of `contribute`
 */
export async function addItemSubject(
  services: ContributionServices & Pick<Services, 'knowledgeBase'>,
  contributor: Contributor,
  { input, key }: ContributionRequest<NewItemSubject>,
): Promise<IdempotentResult<{ subject: SubjectRow; isNew: boolean }>> {
  const contribution = { contributor, kind: 'tags', key, content: ['subject', input] } as const
  // Counted first, because requests to the knowledge base are limited, too.
  await countContribution(services, contribution)
  const known = await findByItem(services.reads, input.kb_id)
  // Asked before the transaction, which must not wait for the network.
  const texts = known ? undefined : await services.knowledgeBase.findItem(input.kb_id)
  return runContribution(services, contribution, async (tx, { actor, now }) => {
    // The row of a subject does not say who added it, so the audit log does.
    const { id, isNew } = known
      ? { ...known, isNew: false }
      : await addSubject(tx, toSubject(input.kb_id, texts), { actor, now })
    const subject = await findSubject(tx, id)
    if (!subject) throw new CatalogError('conflict', ['subject_removed'])
    return { subject, isNew }
  })
}

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

/** A subject, or an item that is not one yet: then `id` and `slug` are null. */
export interface Suggestion {
  id: number | null
  slug: string | null
  title: string
  description: string
  kb_id: string
}

/**
 * Suggests what an image may be tagged with: subjects whose titles begin with the text, then items.
 * @returns also whether the knowledge base could be asked
 */
export async function suggestSubjects(
  { reads, knowledgeBase }: Pick<Services, 'reads' | 'knowledgeBase'>,
  text: string,
): Promise<{ results: Suggestion[]; complete: boolean }> {
  const own = await findByTitle(reads, foldText(text))
  const items = await knowledgeBase.suggest(text).catch((error: unknown) => {
    if (error instanceof CatalogError && error.kind === 'unavailable') return undefined
    throw error
  })
  const seen = new Set(own.map(({ kb_id }) => kb_id))
  const others = (items ?? []).filter(({ item }) => !seen.has(item))
  const known = await findByItems(
    reads,
    others.map(({ item }) => item),
  )
  const results = [
    ...own,
    ...known,
    ...others
      .filter(({ item }) => !known.some(({ kb_id }) => kb_id === item))
      .map(({ item, title, description }) => ({
        id: null,
        slug: null,
        title,
        description,
        kb_id: item,
      })),
  ]
  return { results: results.slice(0, MAX_SUGGESTIONS), complete: items !== undefined }
}

async function findByTitle(reads: Reads, folded: string): Promise<Suggestion[]> {
  const rows = await selectSuggestions(reads)
    .where(beginsWith(column('subject.title_folded'), folded))
    .orderBy('title_folded')
    .orderBy('id')
    .limit(MAX_SUGGESTIONS)
    .execute()
  return rows.map(toSuggestion)
}

async function findByItems(reads: Reads, items: readonly string[]): Promise<Suggestion[]> {
  if (items.length === 0) return []
  const rows = await selectSuggestions(reads)
    .where('kb_id', 'in', inList(items))
    .orderBy('title_folded')
    .orderBy('id')
    .execute()
  return rows.map(toSuggestion)
}

function selectSuggestions(reads: Reads) {
  return reads
    .selectFrom('subject')
    .select(['id', 'slug', 'title', 'description', 'kb_description', 'kb_id'])
}

function toSuggestion({
  description,
  kb_description,
  ...subject
}: Omit<Suggestion, 'description'> & { description: string | null; kb_description: string }) {
  return { ...subject, description: description?.trim() || kb_description }
}
