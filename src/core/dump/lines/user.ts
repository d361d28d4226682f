import { z } from 'zod'
import { formatTimestamp } from '../../base/clock.ts'
import { MAX_USERNAME } from '../../base/limits.ts'
import { foldText } from '../../model/fold.ts'
import { lineType } from '../line-type.ts'
import { flag, name, optionalTimestamp, userId, restrict } from './fields.ts'

export const userLine = lineType({
  type: 'user',
  schema: z.strictObject({
    id: userId,
    username: name(MAX_USERNAME),
    is_staff: flag,
    created_at: optionalTimestamp,
  }),
  async *rows({ reads, only }) {
    const rows = reads.selectFrom('user').selectAll().orderBy('id')
    for await (const row of restrict(rows, 'id', only).stream()) {
      const { is_staff, created_at } = row
      yield { ...row, is_staff: is_staff === 1, created_at: formatTimestamp(created_at) }
    }
  },
  addRows(line, { add, now }) {
    const { username, created_at } = line
    const row = { ...line, username_folded: foldText(username), created_at: created_at ?? now }
    add('user', row)
  },
})
