import { z } from 'zod'
import { resolveFlag } from '../../../../core/actions/resolve-flag.ts'
import { formatTimestamp } from '../../../../core/clock.ts'
import { moderate } from '../../../../core/contributions/moderate.ts'
import { listOpenFlags } from '../../../../core/queries/flags.ts'
import { thumbnailUrl } from '../../../image-urls.ts'
import { formatCursor, parseCursor, takePage } from '../../../pages/parts/cursor.ts'
import { createFlagsPage } from '../../../pages/staff/flags.ts'
import { parseFieldId } from '../../../parse-id.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'

const PATH = '/staff/flags/'
const PAGE_SIZE = 50

export const flagsPageRoute = privatePageRoute({
  path: PATH,
  summary: 'Show the reports that staff have not resolved',
  access: 'staff',
  query: z.object({
    after: z.string().optional().describe('Show only later ones: a timestamp, a comma and an id.'),
    done: z.string().optional(),
  }),
  async show(visit, { catalog, query, links }) {
    const after = parseCursor('after', query.after)
    const read = await listOpenFlags(catalog.reads, { after, limit: PAGE_SIZE + 1 })
    const { rows, next } = takePage(read, PAGE_SIZE, formatCursor)
    return createFlagsPage(visit, {
      flags: rows.map(({ image_id, title, generation, at, ...flag }) => ({
        ...flag,
        at: formatTimestamp(at),
        hasComments: Boolean(flag.has_comments) || Boolean(flag.has_hidden_comments),
        image: {
          id: image_id,
          title,
          thumbnail: thumbnailUrl(links, { id: image_id, generation }),
        },
      })),
      isFirst: after === undefined,
      isDone: query.done === 'resolved',
      next,
    })
  },
})

export const resolveFlagRoute = formRoute({
  path: '/staff/flags/resolve/',
  summary: 'Resolve a report',
  access: 'staff',
  pagePath: () => PATH,
  fields: z.object({ flag: z.string().describe('The id of the report.') }),
  async submit({ visit: { session }, fields, request: { catalog, links } }) {
    const id = parseFieldId(fields.flag)
    await moderate(catalog, session, (tx, context) => resolveFlag(tx, { id }, context))
    return { redirectTo: links.base(`${PATH}?done=resolved`) }
  },
})
