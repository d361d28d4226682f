import { z } from 'zod'
import { formatTimestamp } from '../../base/clock.ts'
import { PUBLIC_KINDS } from '../../model/public-kinds.ts'
import { lineType } from '../line-type.ts'
import { flag, id, timestamp } from './fields.ts'

/** The latest change of what was ever public, also if it is hidden or deleted. */
export const changeLine = lineType({
  type: 'change',
  schema: z.strictObject({
    object_type: z.enum(PUBLIC_KINDS),
    object_id: id,
    changed_at: timestamp,
    gone: flag,
  }),
  async *rows({ reads }) {
    const changes = reads.selectFrom('public_change').selectAll().orderBy('changed_at')
    for await (const { kind, ref, changed_at, gone } of changes.stream()) {
      const changedAt = formatTimestamp(changed_at)
      yield { object_type: kind, object_id: ref, changed_at: changedAt, gone: gone === 1 }
    }
  },
  /** Replaces the change that the insertion of the object was. */
  addRows({ object_type: kind, object_id: ref, ...change }, { add }) {
    add('public_change', { kind, ref, ...change })
  },
})
