import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/config.ts'
import { CatalogError } from '../base/errors.ts'
import { KNOWLEDGE_BASE_SECONDS, MAX_SUGGESTIONS } from '../base/limits.ts'
import { cleanLine } from '../model/text.ts'
import { createInteractiveContext } from './interactive-context.ts'
import { requestJson } from './service-client.ts'
import { notUnderstood } from './service.ts'
import { describeWikidata, fetchItems } from './wikidata.ts'
import type { FoundItem } from './wikidata-entity.ts'

/** An item that Wikidata suggests for a text. */
export interface SuggestedItem {
  item: string
  title: string
  /** May be empty. */
  description: string
}

/** Wikidata, as users ask for it who wait for the answer. */
export interface KnowledgeBase {
  /** @throws CatalogError kind `unavailable` */
  findItem(id: string): Promise<FoundItem>
  /** Lists items whose names begin with a text. @throws CatalogError kind `unavailable` */
  suggest(text: string): Promise<SuggestedItem[]>
}

const LANGUAGES: readonly string[] = ['en']

/** Users type letter by letter, and several ask for the same. */
const CACHED_SUGGESTIONS = { max: 1000, ttl: 10 * 60 * 1000 }

export function createKnowledgeBase(
  { wikidataUrl, baseUrl }: Pick<Config, 'wikidataUrl' | 'baseUrl'>,
  clock: Clock,
): KnowledgeBase {
  const service = {
    ...describeWikidata(wikidataUrl),
    timeoutMs: KNOWLEDGE_BASE_SECONDS * 1000,
    maxBytes: 1024 ** 2,
  }
  const suggestions = new LRUCache<string, SuggestedItem[]>(CACHED_SUGGESTIONS)
  const createContext = () => createInteractiveContext(service, { baseUrl, clock })
  return {
    async findItem(id) {
      const found = await fetchItems(service, createContext(), [id], LANGUAGES).catch(toOutage)
      return found.get(id) ?? { state: 'missing' }
    },
    async suggest(text) {
      const known = suggestions.get(text)
      if (known) return known
      const query = createQuery(text)
      const found = await requestJson(service, createContext(), { query }, (body) => {
        const parsed = searchResponse.safeParse(body)
        if (parsed.success) return parsed.data.search.map(toSuggestion)
        throw notUnderstood(service, 'The response has no results in the expected format.')
      }).catch(toOutage)
      suggestions.set(text, found)
      return found
    },
  }
}

const searchResponse = z.object({
  search: z.array(
    z.object({
      id: z.string().regex(/^Q[1-9]\d{0,9}$/),
      label: z.string().optional(),
      description: z.string().optional(),
    }),
  ),
})

/** Documented at https://www.wikidata.org/w/api.php?action=help&modules=wbsearchentities. */
function createQuery(text: string): Record<string, string> {
  return {
    action: 'wbsearchentities',
    format: 'json',
    formatversion: '2',
    search: text,
    language: 'en',
    uselang: 'en',
    type: 'item',
    limit: String(MAX_SUGGESTIONS),
  }
}

function toSuggestion(found: z.output<typeof searchResponse>['search'][number]): SuggestedItem {
  const clean = (text = ''): string => cleanLine(text.toWellFormed().replaceAll('\0', '')).trim()
  return {
    item: found.id,
    title: clean(found.label) || found.id,
    description: clean(found.description),
  }
}

/** The reason goes to the log only: it contains the address and is for administrators. */
function toOutage(cause: unknown): never {
  const code = 'knowledge_base_unavailable'
  throw new CatalogError('unavailable', [code], { code, cause })
}
