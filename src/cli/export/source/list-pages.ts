import { z } from 'zod'
import { CatalogError } from '../../../core/base/errors.ts'
import { MAX_PAGE_SIZE } from '../../../core/base/limits.ts'
import type { Api } from '../../client/api.ts'
import { unexpected } from '../column.ts'
import type { Item } from '../layer.ts'
import { buildPath, getParameters, RESOURCES, type Resource, type Selection } from './resource.ts'
import { openSpool, type Spool } from './spool.ts'

const MAX_READINGS = 5

const items = z.array(z.looseObject({ id: z.int() }))
const page = z.object({ count: z.int(), results: items.optional(), features: items.optional() })

interface Page {
  /** Number of items on all pages. */
  count: number
  items: readonly Item[]
}

interface ListReader {
  resource: Resource
  /** Requests a page; undefined past the end of the list. */
  getPage: (number: number) => Promise<Page | undefined>
  report: PageProgress
}

export interface PageProgress {
  /** Called with the number of items read so far. */
  onItems: (count: number) => void
  /** Called with a sentence about a change of the list. */
  log: (sentence: string) => void
}

/**
 * Reads a whole list page by page even if it changes while it is read, then yields its items by ascending id.
 *
 * Additions come last in the order of the list, and deletions move later items to earlier pages. So the pages are read
 * from the last one to the first: no item that stays in the list can move past the reader. When the number of items
 * still differs from the count of the list, the additions are read, and otherwise the whole list again.
 * @throws CatalogError kind `unavailable` if the list never stays the same for long enough
 */
export async function* readListPages(
  api: Api,
  selection: Selection,
  report: PageProgress,
): AsyncGenerator<readonly Item[]> {
  const resource = RESOURCES[selection.layer]
  const { path, ordering, member } = resource
  const filters = getParameters(selection)
  const paging = { ordering, page_size: String(MAX_PAGE_SIZE) }
  const getPage = async (number: number): Promise<Page | undefined> => {
    const at = buildPath(path, filters, paging, { page: String(number) })
    const { count, [member]: found } = await getIfFound(api, at)
    if (count === 0 && found === undefined) return undefined
    if (found === undefined) throw unexpected(`a page has no ${member}`)
    return { count, items: found }
  }
  using spool = openSpool()
  await readUntilSettled({ resource, getPage, report }, spool)
  yield* spool.read()
}

async function getIfFound(api: Api, path: string): Promise<z.infer<typeof page>> {
  try {
    return await api.get(path, page)
  } catch (error) {
    if (error instanceof CatalogError && error.kind === 'not_found') return { count: 0 }
    throw error
  }
}

async function readUntilSettled(reader: ListReader, spool: Spool): Promise<void> {
  const { report, resource } = reader
  for (let readings = 1; readings <= MAX_READINGS; readings += 1) {
    spool.clear()
    if (readings > 1) report.log(`The list of ${resource.noun}s changed; reading it again.`)
    const count = await readPages(reader, spool, await countPages(reader))
    if (count === spool.count()) return
    if (count > spool.count() && (await readAdditions(reader, spool)) === spool.count()) return
  }
  throw new CatalogError(
    'unavailable',
    `The list of ${resource.noun}s changed each of the ${MAX_READINGS} times it was read, so the export would be incomplete.`,
    { code: 'unsettled', hint: 'Run the command again when fewer people edit.' },
  )
}

/** Some servers send shorter pages than requested. */
async function countPages({ getPage }: ListReader): Promise<number> {
  const { count, items } = (await getPage(1)) ?? { count: 0, items: [] }
  return items.length === 0 ? 1 : Math.ceil(count / items.length)
}

/** Reads from a page back to the first one. Returns the count of the first page. */
async function readPages(reader: ListReader, spool: Spool, last: number): Promise<number> {
  let count = 0
  for (let number = last; number >= 1; number -= 1) {
    const found = await reader.getPage(number)
    if (found === undefined) continue
    spool.add(found.items)
    count = found.count
    reader.report.onItems(spool.count())
  }
  return count
}

/** Reads from the last page back to the first one without new items. Returns the latest count. */
async function readAdditions(reader: ListReader, spool: Spool): Promise<number> {
  let count = 0
  for (let number = await countPages(reader); number >= 1; number -= 1) {
    const found = await reader.getPage(number)
    if (found === undefined) continue
    count = found.count
    if (spool.hasAll(found.items)) return count
    spool.add(found.items)
    reader.report.onItems(spool.count())
  }
  return count
}
