import { z } from 'zod'
import { formatTimestamp } from '../../base/clock.ts'
import { lineType } from '../line-type.ts'
import { id, prose, timestamp, userId } from './fields.ts'

export const commentLine = lineType({
  type: 'comment',
  schema: z.strictObject({
    id,
    image: id,
    text: prose().refine((value) => value.trim() !== '', 'should not be blank'),
    commented_by: userId,
    created_at: timestamp,
  }),
  async *rows({ reads }) {
    for await (const row of reads.selectFrom('comment').selectAll().orderBy('id').stream()) {
      yield { ...row, image: row.image_id, created_at: formatTimestamp(row.created_at) }
    }
  },
  addRows({ image: image_id, ...line }, { add }) {
    add('comment', { ...line, image_id })
  },
  references: ({ image, commented_by }) => [
    { field: 'image', table: 'image', id: image },
    { field: 'commented_by', table: 'user', id: commented_by },
  ],
})
