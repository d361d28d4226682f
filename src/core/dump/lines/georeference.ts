import { z } from 'zod'
import { formatTimestamp } from '../../base/clock.ts'
import { areaGeometry, pointGeometry } from '../../database/sql.ts'
import { MAX_LATITUDE, MAX_LONGITUDE } from '../../model/geometry/coordinate-limits.ts'
import { parsePolygon } from '../../model/geometry/parse.ts'
import { lineType, type Reference } from '../line-type.ts'
import {
  geometry,
  id,
  optionalProse,
  requireValidArea,
  timestamp,
  userId,
  restrict,
} from './fields.ts'

const judgement = {
  confidence: z.enum(['low', 'medium', 'high']),
  confidence_notes: optionalProse(),
  georeferenced_by: userId,
  georeferenced_at: timestamp,
}

interface Georeference {
  image: number
  georeferenced_by: number
}

const references = ({ image, georeferenced_by }: Georeference): Reference[] => [
  { field: 'image', table: 'image', id: image },
  { field: 'georeferenced_by', table: 'user', id: georeferenced_by },
]

export const georeferenceLine = lineType({
  type: 'georeference',
  schema: z.strictObject({
    id,
    image: id,
    latitude: z.number().min(-MAX_LATITUDE).max(MAX_LATITUDE),
    longitude: z.number().min(-MAX_LONGITUDE).max(MAX_LONGITUDE),
    direction: z
      .number()
      .min(0)
      .lt(360)
      .nullish()
      .transform((value) => value ?? null),
    ...judgement,
  }),
  async *rows({ reads, only }) {
    const rows = reads
      .selectFrom('georeference')
      .orderBy('id')
      .select([
        'id',
        'image_id as image',
        'latitude',
        'longitude',
        'direction',
        'confidence',
        'confidence_notes',
        'user_id as georeferenced_by',
        'created_at',
      ])
    for await (const { created_at, ...row } of restrict(rows, 'id', only).stream()) {
      yield { ...row, georeferenced_at: formatTimestamp(created_at) }
    }
  },
  addRows({ image, georeferenced_by, georeferenced_at, ...line }, { add }) {
    const { latitude, longitude } = line
    const made = { image_id: image, user_id: georeferenced_by, created_at: georeferenced_at }
    const row = { ...line, ...made, geom: pointGeometry(longitude, latitude) }
    add('georeference', row)
  },
  references,
})

export const fromAboveGeoreferenceLine = lineType({
  type: 'from_above_georeference',
  schema: z.strictObject({
    id,
    image: id,
    polygon: geometry(parsePolygon),
    ...judgement,
  }),
  async *rows({ reads, only }) {
    const rows = reads
      .selectFrom('from_above_georeference')
      .orderBy('id')
      .select([
        'id',
        'image_id as image',
        'polygon',
        'confidence',
        'confidence_notes',
        'user_id as georeferenced_by',
        'created_at',
      ])
    for await (const { created_at, ...row } of restrict(rows, 'id', only).stream()) {
      const georeferenced_at = formatTimestamp(created_at)
      yield { ...row, polygon: JSON.parse(row.polygon), georeferenced_at }
    }
  },
  check: ({ polygon }, { reads }) => requireValidArea(reads, 'polygon', polygon),
  addRows({ image, georeferenced_by, georeferenced_at, ...line }, { add }) {
    const made = { image_id: image, user_id: georeferenced_by, created_at: georeferenced_at }
    const row = { ...line, ...made, geom: areaGeometry(line.polygon) }
    add('from_above_georeference', row)
  },
  references,
})
