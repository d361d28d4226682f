import { z } from 'zod'
import { areaGeometry } from '../../database/sql.ts'
import { MAX_SUBJECT_SLUG, MAX_SUBJECT_TITLE } from '../../base/limits.ts'
import { foldText } from '../../model/fold.ts'
import { parseShape } from '../../model/geometry/parse-shape.ts'
import { isMapId } from '../../model/map-id.ts'
import { lineType } from '../line-type.ts'
import {
  geometry,
  id,
  name,
  optionalProse,
  prose,
  requireValidArea,
  slug,
  text,
  url,
  restrict,
} from './fields.ts'

const MAX_KB_ID = 20
const MAX_MAP_ID = 30

export const subjectLine = lineType({
  type: 'subject',
  schema: z.strictObject({
    id,
    title: name(MAX_SUBJECT_TITLE),
    slug: slug(MAX_SUBJECT_SLUG),
    description: optionalProse(),
    kb: z.strictObject({
      kb_id: text(MAX_KB_ID).regex(/^Q[1-9]\d*$/, 'should be Q and a number'),
      uri: url(),
      title: text(MAX_SUBJECT_TITLE),
      description: prose(),
    }),
  }),
  async *rows({ reads, only }) {
    const rows = reads.selectFrom('subject').selectAll().orderBy('id')
    for await (const row of restrict(rows, 'id', only).stream()) {
      const { kb_id, kb_uri: uri, kb_title: title, kb_description: description } = row
      yield { ...row, kb: { kb_id, uri, title, description } }
    }
  },
  addRows({ kb, ...line }, { add }) {
    const { kb_id, uri: kb_uri, title: kb_title, description: kb_description } = kb
    const base = { kb_id, kb_uri, kb_title, kb_description }
    const row = { ...line, ...base, title_folded: foldText(line.title) }
    add('subject', row)
  },
})

export const subjectGeometryLine = lineType({
  type: 'subject_geometry',
  schema: z.strictObject({
    subject: id,
    map_id: text(MAX_MAP_ID).refine(isMapId, 'should be like way/123'),
    geometry: geometry(parseShape),
  }),
  async *rows({ reads, only }) {
    const rows = reads
      .selectFrom('subject_geometry')
      .select(['subject_id', 'map_id', 'geometry'])
      .orderBy('id')
    for await (const row of restrict(rows, 'subject_id', only).stream()) {
      const { subject_id: subject, map_id } = row
      yield { subject, map_id, geometry: JSON.parse(row.geometry) }
    }
  },
  check: ({ geometry }, { reads }) => requireValidArea(reads, 'geometry', geometry),
  addRows({ subject: subject_id, map_id, geometry }, { add }) {
    const row = { subject_id, map_id, geometry, geom: areaGeometry(geometry) }
    add('subject_geometry', row)
  },
  references: ({ subject }) => [{ field: 'subject', table: 'subject', id: subject }],
})
