import { z } from 'zod'
import { cleanLine } from '../model/text.ts'
import { parseRetryAfter } from '../base/retry-after.ts'
import { requestJson, type ServiceContext, type ServiceRequest } from './service-client.ts'
import { busyService, notUnderstood, type Service } from './service.ts'
import {
  ALL_LANGUAGES,
  chooseTexts,
  indexEntities,
  wikidataEntity,
  type FoundItem,
  type WikidataEntity,
} from './wikidata-entity.ts'

/** The most items that Wikidata returns for one request. */
export const MAX_ITEMS = 50

const entitiesResponse = z.object({ entities: z.record(z.string(), wikidataEntity) })
const errorResponse = z.object({
  error: z.object({ code: z.string(), info: z.string().default(''), id: z.string().optional() }),
})

/** Codes of errors that pass: databases that lag behind, too many requests, maintenance. */
const TRANSIENT_CODES = /^(?:maxlag|ratelimited|readonly|internal_api_error_)/

/** Describes the API of Wikidata. */
export function describeWikidata(url: string): Service {
  return {
    name: 'Wikidata',
    url,
    setting: 'CATALOG_WIKIDATA_URL',
    timeoutMs: 30_000,
    maxBytes: 16 * 1024 ** 2,
  }
}

/**
 * Fetches at most `MAX_ITEMS` items with one request.
 * @param languages codes such as `en`, the preferred one first
 * @returns what was found, by requested id
 * @throws CatalogError kind `unavailable` or `rate_limited` if Wikidata fails
 */
export async function fetchItems(
  service: Service,
  context: ServiceContext,
  ids: readonly string[],
  languages: readonly string[],
): Promise<Map<string, FoundItem>> {
  const request = createRequest(ids, languages)
  const response = await requestJson(service, context, request, (body, headers) => {
    const retryAfter = parseRetryAfter(headers['retry-after'], context.clock)
    return parseResponse(service, body, retryAfter)
  })
  if ('entities' in response) {
    const entities = indexEntities(response.entities)
    return new Map(ids.map((id) => [id, chooseTexts(entities.get(id), languages)]))
  }
  const others = ids.filter((id) => id !== response.unknown)
  if (others.length === ids.length) throw notUnderstood(service, 'It knows none of the items.')
  const found = others.length > 0 ? await fetchItems(service, context, others, languages) : []
  return new Map([...found, [response.unknown, { state: 'missing' }]])
}

/** Documented at https://www.wikidata.org/w/api.php?action=help&modules=wbgetentities. */
function createRequest(ids: readonly string[], languages: readonly string[]): ServiceRequest {
  return {
    query: {
      action: 'wbgetentities',
      format: 'json',
      formatversion: '2',
      ids: ids.join('|'),
      props: 'labels|descriptions',
      languages: [...new Set([...languages, ALL_LANGUAGES])].join('|'),
      redirects: 'yes',
      // Asks Wikidata to refuse the request while its databases lag behind.
      maxlag: '5',
    },
  }
}

type ParsedResponse =
  | { entities: [key: string, entity: WikidataEntity][] }
  /** Wikidata refuses a whole request because of an id that cannot exist. */
  | { unknown: string }

function parseResponse(
  service: Service,
  body: unknown,
  retryAfter: number | undefined,
): ParsedResponse {
  const failed = errorResponse.safeParse(body)
  if (failed.success) {
    const { code, info, id } = failed.data.error
    if (code === 'no-such-entity' && id !== undefined) return { unknown: id }
    const problem = cleanLine(info || code)
    const sentence = `${problem.slice(0, 300).replace(/\.+$/, '')}.`
    if (TRANSIENT_CODES.test(code)) throw busyService(service, sentence, retryAfter)
    throw notUnderstood(service, sentence)
  }
  const parsed = entitiesResponse.safeParse(body)
  if (parsed.success) return { entities: Object.entries(parsed.data.entities) }
  throw notUnderstood(service, 'The response has no items in the expected format.')
}
