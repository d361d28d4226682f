import type { ExportEnd } from '../../core/contract/export.ts'
import type { AreaFeature, PointFeature } from '../../core/contract/feature.ts'
import type { DatabaseAddress } from '../../core/database/database-address.ts'
import {
  readExport,
  type ExportBatch,
  type ExportedImages,
} from '../../core/queries/export/read-export.ts'
import type { Links } from '../http/links.ts'
import { presentAreaFeature, presentPointFeature } from '../presenters/feature.ts'
import { presentExportedImage } from '../presenters/exported-image.ts'
import { presentImage, presentImportedImage } from '../presenters/image.ts'
import { presentSubject } from '../presenters/subject.ts'
import type { ExportRequest } from './messages.ts'

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
  context: Context,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const start = context.request.format === 'sequence' ? RECORD_SEPARATOR : ''
  const toLine = (item: object): string => `${start}${JSON.stringify(item)}\n`
  let count = 0
  for await (const batch of readExport(database, context.request.query)) {
    const items = presentBatch(batch, context)
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

function presentBatch(batch: ExportBatch, context: Context): object[] {
  const { links, request } = context
  switch (batch.list) {
    case 'points':
      return batch.rows.map((row) =>
        addImage(presentPointFeature(row, links), batch.images, context),
      )
    case 'areas':
      return batch.rows.map((row) =>
        addImage(presentAreaFeature(row, links), batch.images, context),
      )
    case 'images': {
      const { visibility } = request.query.filter
      const present = visibility === 'everything' ? presentImportedImage : presentImage
      return batch.rows.map((row) => present(row, links))
    }
    default:
      return batch.rows.map((row) => presentSubject(row, links))
  }
}

/** Adds the image to the properties of its georeference, if the export has the images. */
function addImage(
  feature: PointFeature | AreaFeature,
  images: ExportedImages | undefined,
  { links, request }: Context,
): object {
  const image = images?.get(feature.properties.image_id)
  if (!image) return feature
  const { visibility } = request.query.filter
  const added = presentExportedImage(image, { links, visibility, signing: request.signing })
  return { ...feature, properties: { ...feature.properties, ...added } }
}
