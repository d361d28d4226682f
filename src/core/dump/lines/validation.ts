import { z } from 'zod'
import { formatTimestamp } from '../../base/clock.ts'
import type { Tx } from '../../database/store.ts'
import { lineType } from '../line-type.ts'
import { BadField } from '../line-error.ts'
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
  async insert({ georeference, from_above_georeference, ...line }, { add, tx }) {
    const image_id = await findImageId(tx, { georeference, from_above_georeference })
    const of = {
      georeference_id: georeference,
      from_above_georeference_id: from_above_georeference,
    }
    add('validation', { ...line, ...of, image_id })
  },
  references: ({ validated_by }) => [{ field: 'validated_by', table: 'user', id: validated_by }],
})

type Kind = 'georeference' | 'from_above_georeference'

async function findImageId(tx: Tx, of: Record<Kind, number | null>): Promise<number> {
  const kind: Kind = of.georeference === null ? 'from_above_georeference' : 'georeference'
  const row = await tx
    .selectFrom(kind)
    .select('image_id')
    .where('id', '=', of[kind])
    .executeTakeFirst()
  if (!row) throw new BadField(kind, `there is no ${kind} ${of[kind]}`)
  return row.image_id
}
