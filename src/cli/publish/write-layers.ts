import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { countExport } from '../../core/queries/export/count-export.ts'
import type {
  AreaExport,
  ImageExport,
  PointExport,
} from '../../core/queries/export/export-query.ts'
import { readSnapshot } from '../../core/queries/export/read-export.ts'
import type { Snapshot } from '../../core/database/store.ts'
import { presentBatch } from '../../server/export/present-batch.ts'
import type { ExportedImageContext } from '../../server/presenters/exported-image.ts'
import type { Links } from '../../server/http/links.ts'
import { createCsvWriter } from '../export/formats/csv.ts'
import type { FeatureWriter } from '../export/formats/feature-writer.ts'
import { createGeoJsonWriter } from '../export/formats/geojson.ts'
import { createParquetWriter } from '../export/formats/parquet.ts'
import { openTextFile } from '../export/formats/text-output.ts'
import { createLayer, type Item, type Layer, type LayerName } from '../export/layer.ts'
import { addArea, addPoint, createPlacements, type Placements } from './placements.ts'

/** The layers of a release, as an anonymous client sees them. Camera positions include those of images from above. */
const QUERIES = {
  images: { list: 'images', filter: { visibility: 'public' }, withImage: true },
  georeferences: { list: 'points', filter: { visibility: 'public' }, withImage: true },
  areas: { list: 'areas', filter: { visibility: 'public' }, withImage: true },
} as const satisfies Partial<Record<LayerName, ImageExport | PointExport | AreaExport>>

type PublishedLayer = keyof typeof QUERIES

const LAYERS: readonly PublishedLayer[] = ['images', 'georeferences', 'areas']

/** Number of rows of each layer. */
export type RowCounts = Record<PublishedLayer, number>

/** Decimal places of degrees, as in exports. */
const PRECISION = 7

/** Only importers see these, so that they would always be empty. */
const STAFF_COLUMNS = ['reference_id', 'image_reference_id']

export interface LayersRequest {
  snapshot: Snapshot
  links: Links
  /** Address of the license of placements. */
  license: string | undefined
  /** Called for each row. */
  onRow: () => void
  signal: AbortSignal
}

export async function countRows({ reads }: Snapshot): Promise<RowCounts> {
  const counts: Partial<RowCounts> = {}
  for (const layer of LAYERS) counts[layer] = await countExport(reads, QUERIES[layer])
  return counts as RowCounts
}

/** A license of images, and the number of images that have it. */
export interface UsedLicense {
  name: string
  permalink: string
  count: number
}

/** Data for the other files of the release. */
export interface WrittenLayers {
  rows: RowCounts
  placements: Placements
  /** Licenses of images by name. An image without a license has the name ''. */
  licenses: ReadonlyMap<string, UsedLicense>
}

/** Writes the tables of a release to a folder, row by row. */
export async function writeLayers(
  folder: string,
  expected: RowCounts,
  request: LayersRequest,
): Promise<WrittenLayers> {
  const { georeferences: points, areas } = expected
  const placements = createPlacements({ points, areas })
  const licenses = new Map<string, UsedLicense>()
  const rows = {
    images: await writeLayer(folder, 'images', request, (item) => countLicense(licenses, item)),
    georeferences: await writeLayer(folder, 'georeferences', request, (item) =>
      addPoint(placements, item),
    ),
    areas: await writeLayer(folder, 'areas', request, (item) => addArea(placements, item)),
  }
  return { rows, placements, licenses }
}

async function writeLayer(
  folder: string,
  name: PublishedLayer,
  { snapshot, links, license, onRow, signal }: LayersRequest,
  onItem: (item: Item) => void,
): Promise<number> {
  const layer = describeLayer(name, license)
  await using stack = new AsyncDisposableStack()
  const writers = await openWriters(stack, folder, layer)
  // All of this is public, so that no address is signed.
  const signing = { key: randomBytes(32), userId: 0, now: 0 }
  const context: ExportedImageContext = { links, visibility: 'public', signing }
  let count = 0
  for (const writer of writers) writer.startLayer(layer)
  for await (const batch of readSnapshot(snapshot, QUERIES[name])) {
    signal.throwIfAborted()
    for (const item of presentBatch(batch, context) as Item[]) {
      const feature = layer.toFeature(item)
      for (const writer of writers) writer.add(feature, item)
      onItem(item)
      onRow()
      count += 1
    }
    for (const writer of writers) await writer.flush()
  }
  for (const writer of writers) await writer.finish()
  return count
}

function describeLayer(name: PublishedLayer, license: string | undefined): Layer {
  const layer = createLayer(name, { withImage: true, view: undefined })
  const isShown = layer.columns.map((column) => !STAFF_COLUMNS.includes(column.name))
  return {
    ...layer,
    license: name === 'images' ? undefined : license,
    columns: layer.columns.filter((_, index) => isShown[index]),
    toFeature(item) {
      const feature = layer.toFeature(item)
      return { ...feature, values: feature.values.filter((_, index) => isShown[index]) }
    },
  }
}

/** Images have no geometry, so that they are no GeoJSON. */
async function openWriters(
  stack: AsyncDisposableStack,
  folder: string,
  { name, geometry }: Layer,
): Promise<FeatureWriter[]> {
  const options = {
    precision: PRECISION,
    pretty: false,
    raw: false,
    excel: false,
    namesLayers: false,
  }
  const locate = (extension: string) => {
    const path = join(folder, `${name}.${extension}`)
    return { path, temporary: path }
  }
  const parquet = stack.use(await createParquetWriter(locate('parquet'), options))
  const csv = createCsvWriter(stack.use(await openTextFile(locate('csv'))), null, options)
  if (geometry === null) return [parquet, csv]
  const lines = stack.use(await openTextFile(locate('geojsonl')))
  return [parquet, csv, createGeoJsonWriter(lines, 'geojsonl', options)]
}

function countLicense(licenses: Map<string, UsedLicense>, { license }: Item): void {
  const { name = '', permalink = '' } = (license ?? {}) as Partial<UsedLicense>
  const known = licenses.get(name)
  if (known) known.count += 1
  else licenses.set(name, { name, permalink, count: 1 })
}
