import type { Position } from '../../core/model/geometry/geometry.ts'
import { defineColumns, readValues, unexpected, type Column, type Value } from './column.ts'
import { computeDates, DATE_COLUMNS } from './date-columns.ts'
import type { Geometry, LayerGeometry } from './geometry/geometry.ts'
import { readShape } from './geometry/normalize.ts'
import { computeView, type ViewOptions } from './geometry/view.ts'
import { flattenImage, IMAGE_COLUMNS } from './image-columns.ts'

export type LayerName = 'georeferences' | 'areas' | 'subjects' | 'images'

/** An object of the API: a GeoJSON feature, or an item of a list. */
export type Item = Readonly<Record<string, unknown>> & { id: number }

/** One row of an export. */
export interface Feature {
  id: number
  geometry: Geometry | null
  /** In the order of the layer's columns. */
  values: Value[]
}

/** Content of an export file: rows of one kind, with typed attributes. */
export interface Layer {
  name: LayerName
  /** Address of the license of the rows, if all have one. */
  license?: string | undefined
  columns: readonly Column[]
  geometry: LayerGeometry
  /** @throws CatalogError if the item does not follow the API */
  toFeature: (item: Item) => Feature
}

export interface LayerOptions {
  /** Whether the items carry the members of their images. */
  withImage: boolean
  /** Draws the views of cameras instead of their positions. */
  view: ViewOptions | undefined
}

const GEOREFERENCE_COLUMNS = defineColumns({
  id: 'integer',
  image_id: 'integer',
  image_title: 'text',
  image_thumbnail: 'text',
  confidence: 'text',
  georeferenced_by: 'text',
  georeferenced_at: 'datetime',
  validation_count: 'integer',
  verdict: 'text',
  score: 'real',
})

const DIRECTION = defineColumns({ direction: 'real' })

const LIST_IMAGE_COLUMNS = defineColumns({
  id: 'integer',
  title: 'text',
  creator: 'text',
  original_date: 'text',
  date_display: 'text',
  from_above: 'boolean',
  duplicate_of: 'integer',
  georeference_status: 'text',
  collection_id: 'integer',
  collection_name: 'text',
  source_name: 'text',
  thumbnail: 'text',
  detail_url: 'text',
})

const DETAIL_IMAGE_COLUMNS = defineColumns({
  description: 'text',
  edtf_date: 'text',
  permalink: 'text',
  original_url: 'text',
  license_name: 'text',
  license_permalink: 'text',
  scale: 'text',
  rotation: 'integer',
  mirror: 'text',
  iiif_url: 'text',
  reference_id: 'text',
})

const SUBJECT_COLUMNS = defineColumns({
  id: 'integer',
  title: 'text',
  slug: 'text',
  description: 'text',
  wikidata_id: 'text',
  wikidata_uri: 'text',
  image_count: 'integer',
  images_url: 'text',
  map_ids: 'text',
})

/** Describes the layer of a resource. */
export function createLayer(name: LayerName, options: LayerOptions): Layer {
  switch (name) {
    case 'georeferences':
      return createPointLayer(options)
    case 'areas':
      return createAreaLayer(options)
    case 'images':
      return createImageLayer(options)
    default:
      return createSubjectLayer()
  }
}

function createPointLayer({ withImage, view }: LayerOptions): Layer {
  const columns = [...GEOREFERENCE_COLUMNS, ...DIRECTION, ...(withImage ? WITH_IMAGE : [])]
  return {
    name: 'georeferences',
    columns,
    geometry: view === undefined ? 'Point' : view.shape === 'ray' ? 'LineString' : 'Polygon',
    toFeature({ id, geometry, properties }) {
      const record = readGeoreference(properties, withImage)
      const camera = readShape(geometry)
      if (camera.type !== 'Point') throw unexpected('a georeference is not a point')
      return {
        id,
        geometry: view ? drawView(camera.coordinates, record['direction'], view) : camera,
        values: readValues(columns, record),
      }
    },
  }
}

function drawView(camera: Position, direction: unknown, view: ViewOptions): Geometry | null {
  return typeof direction === 'number' ? computeView(camera, direction, view) : null
}

const WITH_IMAGE = [...IMAGE_COLUMNS, ...DATE_COLUMNS]

function createAreaLayer({ withImage }: LayerOptions): Layer {
  const columns = [...GEOREFERENCE_COLUMNS, ...(withImage ? WITH_IMAGE : [])]
  return {
    name: 'areas',
    columns,
    geometry: 'Polygon',
    toFeature({ id, geometry, properties }) {
      const shape = readShape(geometry)
      if (shape.type !== 'Polygon') throw unexpected('a from-above georeference is not a polygon')
      const record = readGeoreference(properties, withImage)
      return { id, geometry: shape, values: readValues(columns, record) }
    },
  }
}

function readGeoreference(properties: unknown, withImage: boolean): Record<string, unknown> {
  const record = (properties ?? {}) as Record<string, unknown>
  return withImage ? { ...record, ...computeDates(record['image_edtf_date']) } : record
}

function createImageLayer({ withImage }: LayerOptions): Layer {
  const details = withImage ? [...DETAIL_IMAGE_COLUMNS, ...DATE_COLUMNS] : []
  const columns = [...LIST_IMAGE_COLUMNS, ...details]
  return {
    name: 'images',
    columns,
    geometry: null,
    toFeature(image) {
      const record = { ...flattenImage(image), ...computeDates(image['edtf_date']) }
      return { id: image.id, geometry: null, values: readValues(columns, record) }
    },
  }
}

/** Its items carry their geometry and their `map_ids`, see outlines.ts. */
function createSubjectLayer(): Layer {
  return {
    name: 'subjects',
    columns: SUBJECT_COLUMNS,
    geometry: 'Geometry',
    toFeature(subject) {
      const { kb_id, uri } = (subject['kb'] ?? {}) as Record<string, unknown>
      const record = { ...subject, wikidata_id: kb_id, wikidata_uri: uri }
      const geometry = (subject['geometry'] ?? null) as Geometry | null
      return { id: subject.id, geometry, values: readValues(SUBJECT_COLUMNS, record) }
    },
  }
}
