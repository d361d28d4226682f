import { z } from 'zod'
import { formatTimestamp } from '../../base/clock.ts'
import type { Reads } from '../../database/store.ts'
import { lineType } from '../line-type.ts'
import { id, optionalId, optionalUserId, timestamp, restrict } from './fields.ts'

export const subjectTagLine = lineType({
  type: 'subject_tag',
  schema: z.strictObject({
    image: id,
    subject: id,
    position: z.int().min(1),
    tagged_by: optionalUserId,
    tagged_at: timestamp,
  }),
  /** Renumbers positions from 1, without gaps of removed tags. */
  async *rows({ reads, only }) {
    let last = { image: 0, position: 0 }
    for await (const { tagged_at, ...row } of restrict(tagsOf(reads), 'image_id', only).stream()) {
      const position = row.image === last.image ? last.position + 1 : 1
      last = { image: row.image, position }
      yield { ...row, position, tagged_at: formatTimestamp(tagged_at) }
    }
  },
  addRows({ image: image_id, subject: subject_id, ...line }, { add }) {
    add('image_subject', { ...line, image_id, subject_id })
  },
  references: ({ image, subject, tagged_by }) => [
    { field: 'image', table: 'image', id: image },
    { field: 'subject', table: 'subject', id: subject },
    { field: 'tagged_by', table: 'user', id: tagged_by },
  ],
})

function tagsOf(reads: Reads) {
  return reads
    .selectFrom('image_subject')
    .select(['image_id as image', 'subject_id as subject', 'tagged_by', 'tagged_at'])
    .orderBy('image_id')
    .orderBy('position')
    .orderBy('subject_id')
}

const order = z.array(id).nullish()

export const subjectChangeLine = lineType({
  type: 'subject_change',
  schema: z
    .strictObject({
      action: z.enum(['added', 'removed', 'reordered']),
      image: id,
      subject: optionalId,
      changed_by: optionalUserId,
      changed_at: timestamp,
      previous_order: order,
      new_order: order,
    })
    .superRefine((line, context) => {
      const reordered = line.action === 'reordered'
      const require = (
        field: 'subject' | 'previous_order' | 'new_order',
        wanted: boolean,
      ): void => {
        const given = line[field] !== null && line[field] !== undefined
        if (given === wanted) return
        const message = wanted
          ? `is missing: ${line.action} has one`
          : `does not go with ${line.action}`
        context.addIssue({ code: 'custom', path: [field], message })
      }
      require('subject', !reordered)
      // Earlier versions did not record the order before a removal.
      if (line.action !== 'removed') require('previous_order', reordered)
      require('new_order', reordered)
    }),
  async *rows({ reads }) {
    for await (const row of changesOf(reads).stream()) {
      yield {
        ...row,
        changed_at: formatTimestamp(row.changed_at),
        previous_order: parsedOrder(row.previous_order),
        new_order: parsedOrder(row.new_order),
      }
    }
  },
  addRows({ image: image_id, subject: subject_id, ...line }, { add }) {
    const previous_order = writtenOrder(line.previous_order)
    const new_order = writtenOrder(line.new_order)
    add('subject_change', { ...line, image_id, subject_id, previous_order, new_order })
  },
  references: ({ image, changed_by }) => [
    { field: 'image', table: 'image', id: image },
    { field: 'changed_by', table: 'user', id: changed_by },
  ],
})

/** Changes that the current tags do not record: a tag itself records when and by whom it was added. */
function changesOf(reads: Reads) {
  return reads
    .selectFrom('subject_change')
    .leftJoin('image_subject as tag', (join) =>
      join
        .on('subject_change.action', '=', 'added')
        .onRef('tag.image_id', '=', 'subject_change.image_id')
        .onRef('tag.subject_id', '=', 'subject_change.subject_id')
        .onRef('tag.tagged_at', '=', 'subject_change.changed_at')
        .onRef('tag.tagged_by', 'is not distinct from', 'subject_change.changed_by'),
    )
    .where('tag.image_id', 'is', null)
    .selectAll('subject_change')
    .select(['subject_change.image_id as image', 'subject_change.subject_id as subject'])
    .orderBy('subject_change.changed_at')
    .orderBy('subject_change.id')
}

function parsedOrder(order: string | null): number[] | null {
  return order === null ? null : (JSON.parse(order) as number[])
}

function writtenOrder(order: number[] | null | undefined): string | null {
  return order ? JSON.stringify(order) : null
}
