import { z } from 'zod'
import { formatTimestamp } from '../../base/clock.ts'
import { expressions } from '../../database/expressions.ts'
import { lineType } from '../line-type.ts'
import { id, optionalId, optionalProse, timestamp, userId, restrict } from './fields.ts'

export const validationLine = lineType({
  type: 'validation',
  schema: z
    .strictObject({
      id,
      georeference: optionalId,
      from_above_georeference: optionalId,
      validation: z.enum(['correct', 'uncertain', 'incorrect']),
      notes: optionalProse(),
      validated_by: userId,
      validated_at: timestamp,
    })
    .refine((line) => (line.georeference === null) !== (line.from_above_georeference === null), {
      path: ['georeference'],
      message: 'should be given, or else from_above_georeference: exactly one of the two',
    }),
  async *rows({ reads, only }) {
    const rows = reads.selectFrom('validation').selectAll().orderBy('id')
    for await (const row of restrict(rows, 'id', only).stream()) {
      const { georeference_id: georeference, from_above_georeference_id } = row
      const of = { georeference, from_above_georeference: from_above_georeference_id }
      yield { ...row, ...of, validated_at: formatTimestamp(row.validated_at) }
    }
  },
  addRows({ georeference, from_above_georeference, ...line }, { add }) {
    const of = {
      georeference_id: georeference,
      from_above_georeference_id: from_above_georeference,
    }
    const image_id = imageOf(georeference, from_above_georeference)
    add('validation', { ...line, ...of, image_id })
  },
  references: ({ georeference, from_above_georeference, validated_by }) => [
    { field: 'georeference', table: 'georeference', id: georeference },
    {
      field: 'from_above_georeference',
      table: 'from_above_georeference',
      id: from_above_georeference,
    },
    { field: 'validated_by', table: 'user', id: validated_by },
  ],
})

/** Selects the image of a georeference while its validation is inserted, which fails if there is no such georeference. */
function imageOf(point: number | null, area: number | null) {
  return expressions.fn
    .coalesce(imageIn('georeference', point), imageIn('from_above_georeference', area))
    .$notNull()
}

function imageIn(table: 'georeference' | 'from_above_georeference', id: number | null) {
  return expressions.selectFrom(table).select('image_id').where('id', '=', id)
}
