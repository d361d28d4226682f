import { TextDecoder } from 'node:util'
import { CatalogError } from '../../../core/base/errors.ts'
import { NDJSON } from '../../../core/model/ndjson.ts'
import { toNetworkError } from '../../../core/base/network-errors.ts'
import type { Api } from '../../client/api.ts'
import { formatCount } from '../../terminal/format.ts'
import { unexpected } from '../column.ts'
import type { Item } from '../layer.ts'
import { buildPath, getParameters, RESOURCES, type Selection } from './resource.ts'

/** Far above the length of any real item, so that a wrong response does not fill the memory. */
const MAX_LINE = 32 * 1024 ** 2

const END = 'ExportEnd'

/**
 * Reads a resource from the instance's export endpoint, which sends one item per line by ascending id, all from one
 * state of the catalog. Its last line states their number.
 * @throws CatalogError kind `unavailable` if the response ends before that line
 */
export async function* readExportStream(
  api: Api,
  selection: Selection,
  { withImage, onItems }: { withImage: boolean; onItems: (count: number) => void },
): AsyncGenerator<readonly Item[]> {
  const { path, noun } = RESOURCES[selection.layer]
  const parameters = { ...getParameters(selection), ...(withImage && { with: 'image' }) }
  const response = await api.stream(buildPath(`${path}export/`, parameters), NDJSON)
  const received: Received = { count: 0, lastId: -Infinity, total: undefined }
  try {
    for await (const lines of readLines(response.chunks())) {
      const items = parseLines(lines, received)
      onItems(received.count)
      if (items.length > 0) yield items
    }
  } catch (error) {
    throw cutOff(toNetworkError(error, api.url) ?? error, formatCount(received.count, noun))
  }
  requireEnd(received, noun)
}

interface Received {
  count: number
  lastId: number
  /** Number of items by the last line; undefined before it. */
  total: number | undefined
}

function parseLines(lines: readonly string[], received: Received): Item[] {
  const items: Item[] = []
  for (const line of lines) {
    if (received.total !== undefined) throw unexpected('the export continues after its last line')
    const value = parseObject(line)
    if (value['type'] === END) received.total = Number(value['count'])
    else items.push(requireNext(value, received))
  }
  received.count += items.length
  return items
}

/** Returns the next item. Several formats cannot hold an id twice. */
function requireNext(value: Record<string, unknown>, received: Received): Item {
  const item = requireItem(value)
  if (item.id <= received.lastId) throw unexpected('the ids are not in ascending order')
  received.lastId = item.id
  return item
}

function requireItem(value: Record<string, unknown>): Item {
  if (Number.isSafeInteger(value['id'])) return value as Item
  throw unexpected('a line of the export has no id')
}

function requireEnd({ count, total }: Received, noun: string): void {
  if (total === undefined) throw incomplete(formatCount(count, noun))
  if (total === count) return
  throw unexpected(`the export should have ${total} lines, but has ${count}`)
}

function parseObject(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Reported below.
  }
  throw unexpected('a line of the export is not a JSON object')
}

/** Yields the complete lines of each chunk. Text after the last line break is ignored. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of chunks) {
    const lines = decode(decoder, chunk).split('\n')
    lines[0] = rest + (lines[0] ?? '')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw unexpected('a line of the export is too long')
    if (lines.length > 0) yield lines
  }
}

function decode(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw unexpected('the export is not valid UTF-8')
  }
}

function cutOff(error: unknown, received: string): unknown {
  const isLost = error instanceof CatalogError && error.details.code === 'network'
  return isLost ? incomplete(received, error) : error
}

/** @param received number of items: `12 images` */
function incomplete(received: string, cause?: unknown): CatalogError {
  return new CatalogError(
    'unavailable',
    `The export broke off after ${received}, so it is incomplete.`,
    { code: 'incomplete', hint: 'Run the command again.', cause },
  )
}
