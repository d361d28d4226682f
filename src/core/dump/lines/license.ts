import { z } from 'zod'
import { MAX_LICENSE_NAME } from '../../base/limits.ts'
import { foldKeepingDot } from '../../model/fold.ts'
import { lineType } from '../line-type.ts'
import { id, name, url, restrict } from './fields.ts'

export const licenseLine = lineType({
  type: 'license',
  schema: z.strictObject({
    id,
    name: name(MAX_LICENSE_NAME),
    display_name: name(MAX_LICENSE_NAME),
    permalink: url(),
  }),
  rows: ({ reads, only }) =>
    restrict(reads.selectFrom('license').selectAll().orderBy('id'), 'id', only).stream(),
  addRows(line, { add, licenseIds }) {
    licenseIds.set(line.name, line.id)
    // `foldLicenseNames` removes the dots when all licenses are known.
    add('license', { ...line, name_folded: foldKeepingDot(line.name) })
  },
})
