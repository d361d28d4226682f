import { z } from 'zod'
import { formatTimestamp } from '../../base/clock.ts'
import { MAX_PROSE } from '../../base/limits.ts'
import { lineType } from '../line-type.ts'
import { name, optionalUserId, timestamp } from './fields.ts'

const state = z
  .record(z.string(), z.json())
  .nullish()
  .transform((value) => value ?? null)

/** An entry of the audit log. Entries have no id: their order is that of the lines. */
export const auditLine = lineType({
  type: 'audit',
  schema: z
    .strictObject({
      at: timestamp,
      user: optionalUserId,
      host_user: state,
      batch: z.uuid().nullish(),
      action: name(MAX_PROSE),
      object_type: name(MAX_PROSE),
      object_id: name(MAX_PROSE),
      before: state,
      after: state,
    })
    .refine((line) => (line.user === null) !== (line.host_user === null), {
      path: ['user'],
      message: 'should be given, or else host_user: exactly one of the two',
    })
    .refine((line) => line.before !== null || line.after !== null, {
      path: ['before'],
      message: 'should be given, or else after',
    }),
  async *rows({ reads }) {
    for await (const row of reads.selectFrom('audit_entry').selectAll().orderBy('id').stream()) {
      const { at, user_id: user, host_user, before, after, batch, ...entry } = row
      const states = { host_user: parse(host_user), before: parse(before), after: parse(after) }
      const batched = batch !== null && { batch }
      yield { ...entry, user, ...batched, ...states, at: formatTimestamp(at) }
    }
  },
  addRows({ user: user_id, host_user, before, after, batch = null, ...line }, { add }) {
    const states = { host_user: write(host_user), before: write(before), after: write(after) }
    add('audit_entry', { ...line, user_id, batch, ...states })
  },
  references: ({ user }) => [{ field: 'user', table: 'user', id: user }],
})

type State = z.output<typeof state>

function parse(text: string | null): State {
  return text === null ? null : JSON.parse(text)
}

function write(value: State): string | null {
  return value === null ? null : JSON.stringify(value)
}
