import type { IncomingHttpHeaders } from 'node:http'
import type { Reads } from '../../core/database/store.ts'
import { takeWithin } from '../../core/model/take-within.ts'
import { readPolygons, type MeasuredArea } from '../../core/queries/places/georeferences.ts'
import { geoJson } from '../http/geo-json-reply.ts'
import { createETag } from '../middleware/conditional.ts'
import { presentFeaturePage, type PageContext } from '../presenters/pagination.ts'
import { presentAreaFeature } from '../presenters/feature.ts'
import type { Reply } from '../http/reply.ts'

/** Pages of more bytes of polygons are sent in pieces of so many. */
const PIECE = { rows: 100, bytes: 250_000 }

interface AreaPage {
  rows: readonly MeasuredArea[]
  count: number
}

/** Replies with a page of areas. One with large polygons is read and sent in pieces, as fast as the client receives it. */
export async function replyWithAreas(
  reads: Reads,
  { rows, count }: AreaPage,
  { headers, ...context }: PageContext & { headers: Pick<IncomingHttpHeaders, 'accept'> },
): Promise<Reply> {
  const isSmall = takeWithin(rows, PIECE).length === rows.length
  const shown = isSmall ? await readPolygons(reads, rows) : []
  const page = presentFeaturePage({ rows: shown, count }, context, presentAreaFeature)
  const reply = geoJson(page, headers)
  if (isSmall) return reply
  // Polygons never change, so what the page shows is known without them.
  const tag = createETag(JSON.stringify([page, rows]))
  return { ...reply, body: null, tag, stream: writePage(reads, page, { rows, context }) }
}

async function* writePage(
  reads: Reads,
  page: object,
  { rows, context: { links } }: { rows: readonly MeasuredArea[]; context: PageContext },
): AsyncGenerator<string> {
  const [start = '', end = ''] = JSON.stringify(page).split(/(?<="features":\[)(?=\]\}$)/)
  yield start
  let separator = ''
  for (let rest = rows; rest.length > 0;) {
    const piece = takeWithin(rest, PIECE)
    const areas = await readPolygons(reads, piece)
    const features = areas.map((area) => JSON.stringify(presentAreaFeature(area, links)))
    if (features.length > 0) yield separator + features.join()
    if (features.length > 0) separator = ','
    rest = rest.slice(piece.length)
  }
  yield end
}
