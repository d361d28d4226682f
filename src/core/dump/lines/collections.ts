import { z } from 'zod'
import { formatTimestamp } from '../../base/clock.ts'
import { MAX_COLLECTION_NAME, MAX_SLUG, MAX_SOURCE_NAME } from '../../base/limits.ts'
import { foldText } from '../../model/fold.ts'
import { lineType } from '../line-type.ts'
import {
  flag,
  id,
  name,
  optionalUserId,
  optionalProse,
  optionalTimestamp,
  optionalUrl,
  prose,
  slug,
  url,
  restrict,
} from './fields.ts'

export const sourceLine = lineType({
  type: 'source',
  schema: z.strictObject({
    id,
    name: name(MAX_SOURCE_NAME),
    slug: slug(MAX_SLUG),
    url: url(),
    description: prose(),
    public: flag,
  }),
  async *rows({ reads, only }) {
    const rows = reads.selectFrom('source').selectAll().orderBy('id')
    for await (const row of restrict(rows, 'id', only).stream()) {
      yield { ...row, public: row.public === 1 }
    }
  },
  addRows(line, { add }) {
    const row = { ...line, name_folded: foldText(line.name) }
    add('source', row)
  },
})

export const collectionLine = lineType({
  type: 'collection',
  schema: z.strictObject({
    id,
    source: id,
    name: name(MAX_COLLECTION_NAME),
    slug: slug(MAX_SLUG),
    url: optionalUrl(),
    description: optionalProse(),
    public: flag,
    announced_at: optionalTimestamp,
    announced_by: optionalUserId,
  }),
  async *rows({ reads, only }) {
    const rows = reads.selectFrom('collection').selectAll().orderBy('id')
    for await (const row of restrict(rows, 'id', only).stream()) {
      const { source_id: source, announced_at: announced } = row
      const announced_at = announced === null ? null : formatTimestamp(announced)
      yield { ...row, source, public: row.public === 1, announced_at }
    }
  },
  addRows({ source: source_id, ...line }, { add }) {
    const texts = { url: line.url ?? '', description: line.description ?? '' }
    const row = { ...line, ...texts, source_id, name_folded: foldText(line.name) }
    add('collection', row)
  },
  references: ({ source, announced_by }) => [
    { field: 'source', table: 'source', id: source },
    { field: 'announced_by', table: 'user', id: announced_by },
  ],
})
