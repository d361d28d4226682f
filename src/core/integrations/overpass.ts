import { z } from 'zod'
import { GeometryError, type Shape } from '../model/geometry/geometry.ts'
import { cleanLine } from '../model/text.ts'
import { nameElement, osmElement, type OsmElement } from './osm-element.ts'
import { toShape } from './osm-shape.ts'
import { requestJson, type ServiceContext } from './service-client.ts'
import { busyService, notUnderstood, type Service } from './service.ts'

/** An element with its shape, or with the reason why it has none. */
export type FetchedElement = { map_id: string } & ({ shape: Shape } | { problem: string })

/** The most items or elements of one query, so that it stays short and its response small. */
export const MAX_QUERIED = 20

/** More elements in one response are refused: a few for each item are usual. */
const MAX_ELEMENTS = 10_000

const QUERY_SECONDS = 90

/** Describes an Overpass server. */
export function describeOverpass(url: string): Service {
  return {
    name: 'Overpass',
    url,
    setting: 'CATALOG_OVERPASS_URL',
    timeoutMs: (QUERY_SECONDS + 30) * 1000,
    maxBytes: 64 * 1024 ** 2,
  }
}

/**
 * Fetches the elements that are tagged with items, at most `MAX_QUERIED`. Of each item, it returns areas, or else
 * lines, or else points: a node is only the label of an area that also has the tag.
 * @returns the elements by item
 * @throws CatalogError kind `unavailable` or `rate_limited` if Overpass fails
 */
export async function fetchByItems(
  service: Service,
  context: ServiceContext,
  items: readonly string[],
): Promise<Map<string, FetchedElement[]>> {
  const selectors = items.map((item) => `nwr["wikidata"="${item}"];`)
  const elements = await runQuery(service, context, selectors)
  return new Map(
    items.map((item) => {
      const tagged = elements.filter(({ tags }) => tags['wikidata'] === item)
      return [item, selectBest(tagged.map(convert))]
    }),
  )
}

/**
 * Fetches elements by name, at most `MAX_QUERIED`. Those that do not exist are reported.
 * @param names such as `way/123`
 * @throws CatalogError kind `unavailable` or `rate_limited` if Overpass fails
 */
export async function fetchElements(
  service: Service,
  context: ServiceContext,
  names: readonly string[],
): Promise<FetchedElement[]> {
  const selectors = names.map((name) => `${name.replace('/', '(')});`)
  const elements = await runQuery(service, context, selectors)
  return names.map((name) => {
    const element = elements.find((found) => nameElement(found) === name)
    return element
      ? convert(element)
      : { map_id: name, problem: 'OpenStreetMap has no such element.' }
  })
}

function convert(element: OsmElement): FetchedElement {
  const map_id = nameElement(element)
  try {
    return { map_id, shape: toShape(element) }
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error
    return { map_id, problem: error.message }
  }
}

function selectBest(elements: readonly FetchedElement[]): FetchedElement[] {
  const best = Math.max(...elements.map(rank), 0)
  return elements.filter((element) => 'problem' in element || rank(element) === best)
}

function rank(element: FetchedElement): number {
  if ('problem' in element) return 0
  const { type } = element.shape
  if (type === 'Point') return 1
  return type.endsWith('LineString') ? 2 : 3
}

const response = z.object({
  remark: z.string().optional(),
  elements: z.array(z.object({ type: z.string() }).loose()),
})

/** Documented at https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL. */
async function runQuery(
  service: Service,
  context: ServiceContext,
  selectors: readonly string[],
): Promise<OsmElement[]> {
  const data = `[out:json][timeout:${QUERY_SECONDS}];(${selectors.join('')});out geom;`
  return requestJson(service, context, { form: { data } }, (body) => {
    const parsed = response.safeParse(body)
    if (!parsed.success) throw notUnderstood(service, 'The response has no list of elements.')
    const { remark, elements } = parsed.data
    requireComplete(service, remark)
    if (elements.length > MAX_ELEMENTS) {
      throw notUnderstood(service, `The response has more than ${MAX_ELEMENTS} elements.`)
    }
    return elements.flatMap((element) => parseElement(service, element))
  })
}

/** Overpass reports that a query ran out of time or memory with status 200, beside the elements found until then. */
function requireComplete(service: Service, remark: string | undefined): void {
  if (remark === undefined || !/^runtime error/i.test(remark)) return
  const sentence = `${cleanLine(remark).slice(0, 300).replace(/\.+$/, '')}.`
  throw /out of memory/i.test(remark)
    ? notUnderstood(service, sentence)
    : busyService(service, sentence)
}

/** Skips areas and other types that are not elements. */
function parseElement(service: Service, element: { type: string }): OsmElement[] {
  if (!['node', 'way', 'relation'].includes(element.type)) return []
  const parsed = osmElement.safeParse(element)
  if (parsed.success) return [parsed.data]
  throw notUnderstood(service, 'The response has an element in an unexpected format.')
}
