import type { ExportEnd } from '../../core/contract/export.ts'
import type { DatabaseAddress } from '../../core/database/database-address.ts'
import { readExport } from '../../core/queries/export/read-export.ts'
import type { Links } from '../http/links.ts'
import type { ExportRequest } from './messages.ts'
import { presentBatch } from './present-batch.ts'

interface Context {
  links: Links
  request: ExportRequest
}

/** RFC 7464, section 2.1. */
const RECORD_SEPARATOR = '\u001E'

/** Descriptions and areas may be large, and several chunks of each export are in memory. */
const MAX_CHUNK_LENGTH = 128 * 1024

/** Reads an export and serializes it, each item as the list presents it. The last line has their number. */
export async function* writeExport(
  database: DatabaseAddress,
  { links, request: { query, format, signing } }: Context,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const start = format === 'sequence' ? RECORD_SEPARATOR : ''
  const toLine = (item: object): string => `${start}${JSON.stringify(item)}\n`
  let count = 0
  const { visibility } = query.filter
  for await (const batch of readExport(database, query)) {
    const items = presentBatch(batch, { links, visibility, signing })
    count += items.length
    for (const chunk of joinLines(items, toLine)) yield toBytes(chunk)
  }
  yield toBytes(toLine({ type: 'ExportEnd', count } satisfies ExportEnd))
}

/** Encodes text as UTF-8, in memory of its own, which can be transferred to another thread. Faster than TextEncoder. */
function toBytes(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** Joins the lines of items to chunks, which are longer than the limit only if a line is. */
function* joinLines(items: readonly object[], toLine: (item: object) => string): Generator<string> {
  let chunk = ''
  for (const item of items) {
    const line = toLine(item)
    if (chunk !== '' && chunk.length + line.length > MAX_CHUNK_LENGTH) {
      yield chunk
      chunk = ''
    }
    chunk += line
  }
  if (chunk !== '') yield chunk
}
