import { z } from 'zod'
import { foldText } from '../../model/fold.ts'
import { lineType } from '../line-type.ts'
import { id, name, text } from './fields.ts'

export const licenseLine = lineType({
  type: 'license',
  schema: z.strictObject({
    id,
    name: name(),
    display_name: name(),
    permalink: text(),
  }),
  rows: ({ reads }) => reads.selectFrom('license').selectAll().orderBy('id').stream(),
  async insert(line, { tx }) {
    const row = { ...line, name_folded: foldText(line.name) }
    await tx.insertInto('license').values(row).execute()
  },
})
