import type { KnowledgeBase } from '../../integrations/knowledge-base.ts'
import { inList } from '../../database/sql.ts'
import { beginsWith, column } from '../../database/expressions.ts'
import type { Reads, Store } from '../../database/store.ts'
import { CatalogError } from '../../base/errors.ts'
import { MAX_SUGGESTIONS } from '../../base/limits.ts'
import { foldText } from '../../model/fold.ts'

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
  { reads, knowledgeBase }: { knowledgeBase: KnowledgeBase } & Pick<Store, 'reads'>,
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
