import { z } from 'zod'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import { listRecentImports } from '../../../../core/queries/imports/recent-imports.ts'
import { parseFieldId } from '../../../http/parse-id.ts'
import { createImportsPage } from '../../../pages/staff/imports.ts'
import { privatePageRoute } from '../private-page-route.ts'

export const importsPageRoute = privatePageRoute({
  path: '/staff/imports/',
  summary: 'Show the imports of the last 30 days',
  access: 'staff',
  query: z.object({
    after: z.string().optional().describe('Show only older ones: a number.'),
  }),
  async show(visit, { catalog: { reads, clock }, query }) {
    const before = query.after === undefined ? undefined : parseFieldId(query.after)
    const { imports, next } = await listRecentImports(reads, { now: clock.now(), before })
    return createImportsPage(visit, {
      imports: imports.map((row) => ({
        ...row,
        from: formatTimestamp(row.from),
        to: formatTimestamp(row.to),
      })),
      isFirst: before === undefined,
      next: next === undefined ? undefined : String(next),
    })
  },
})
