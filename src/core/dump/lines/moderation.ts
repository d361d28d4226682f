import { z } from 'zod'
import { formatTimestamp, type Micros } from '../../base/clock.ts'
import { FLAG_REASONS } from '../../model/flag-reasons.ts'
import { lineType } from '../line-type.ts'
import {
  id,
  optionalProse,
  optionalTimestamp,
  optionalUserId,
  prose,
  timestamp,
  userId,
} from './fields.ts'

/** Lines of version 2: what staff decided, and what users reported or skipped. */

export const suspensionLine = lineType({
  type: 'suspension',
  schema: z.strictObject({
    user: userId,
    suspended_by: optionalUserId,
    suspended_at: timestamp,
    reason: optionalProse(),
  }),
  async *rows({ reads }) {
    for await (const row of reads
      .selectFrom('suspension')
      .selectAll()
      .orderBy('user_id')
      .stream()) {
      yield { ...row, user: row.user_id, suspended_at: formatTimestamp(row.suspended_at) }
    }
  },
  addRows({ user: user_id, ...line }, { add }) {
    add('suspension', { ...line, user_id })
  },
  references: ({ user, suspended_by }) => [
    { field: 'user', table: 'user', id: user },
    { field: 'suspended_by', table: 'user', id: suspended_by },
  ],
})

export const hiddenCommentLine = lineType({
  type: 'hidden_comment',
  schema: z.strictObject({
    id,
    image: id,
    text: prose().refine((value) => value.trim() !== '', 'should not be blank'),
    commented_by: userId,
    created_at: timestamp,
    hidden_by: optionalUserId,
    hidden_at: timestamp,
  }),
  async *rows({ reads }) {
    for await (const row of reads.selectFrom('hidden_comment').selectAll().orderBy('id').stream()) {
      const { image_id: image, created_at, hidden_at } = row
      const times = {
        created_at: formatTimestamp(created_at),
        hidden_at: formatTimestamp(hidden_at),
      }
      yield { ...row, image, ...times }
    }
  },
  addRows({ image: image_id, ...line }, { add }) {
    add('hidden_comment', { ...line, image_id })
  },
  references: ({ image, commented_by, hidden_by }) => [
    { field: 'image', table: 'image', id: image },
    { field: 'commented_by', table: 'user', id: commented_by },
    { field: 'hidden_by', table: 'user', id: hidden_by },
  ],
})

export const flagLine = lineType({
  type: 'flag',
  schema: z
    .strictObject({
      id,
      image: id,
      reason: z.enum(FLAG_REASONS),
      text: optionalProse(),
      flagged_by: userId,
      flagged_at: timestamp,
      resolved_by: optionalUserId,
      resolved_at: optionalTimestamp,
    })
    .refine((line) => line.resolved_by === null || line.resolved_at !== null, {
      path: ['resolved_at'],
      message: 'should be given with resolved_by',
    }),
  async *rows({ reads }) {
    for await (const row of reads.selectFrom('flag').selectAll().orderBy('id').stream()) {
      const { image_id: image, flagged_at, resolved_at } = row
      const times = {
        flagged_at: formatTimestamp(flagged_at),
        resolved_at: formatOptional(resolved_at),
      }
      yield { ...row, image, ...times }
    }
  },
  addRows({ image: image_id, ...line }, { add }) {
    add('flag', { ...line, image_id })
  },
  references: ({ image, flagged_by, resolved_by }) => [
    { field: 'image', table: 'image', id: image },
    { field: 'flagged_by', table: 'user', id: flagged_by },
    { field: 'resolved_by', table: 'user', id: resolved_by },
  ],
})

export const skipLine = lineType({
  type: 'skip',
  schema: z.strictObject({
    user: userId,
    image: id,
    reason: optionalProse(),
    skipped_at: timestamp,
  }),
  async *rows({ reads }) {
    const rows = reads.selectFrom('skip').selectAll().orderBy('user_id').orderBy('image_id')
    for await (const { user_id: user, image_id: image, ...row } of rows.stream()) {
      yield { ...row, user, image, skipped_at: formatTimestamp(row.skipped_at) }
    }
  },
  addRows({ user: user_id, image: image_id, ...line }, { add }) {
    add('skip', { ...line, user_id, image_id })
  },
  references: ({ user, image }) => [
    { field: 'user', table: 'user', id: user },
    { field: 'image', table: 'image', id: image },
  ],
})

function formatOptional(time: Micros | null): string | null {
  return time === null ? null : formatTimestamp(time)
}
