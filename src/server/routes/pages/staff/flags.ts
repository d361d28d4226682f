import { z } from 'zod'
import { resolveFlag } from '../../../../core/actions/resolve-flag.ts'
import { formatTimestamp } from '../../../../core/clock.ts'
import { moderate } from '../../../../core/contributions/moderate.ts'
import { hiddenPlace } from '../../../../core/contract/flag.ts'
import { hideFlaggedImage } from '../../../../core/contributions/hide-flagged-image.ts'
import { isPublicImage } from '../../../../core/model/visibility.ts'
import { listOpenFlags, type FlaggedComment } from '../../../../core/queries/flags.ts'
import { listHiddenCollections } from '../../../../core/queries/hidden-collections.ts'
import { thumbnailUrl } from '../../../image-urls.ts'
import { formatCursor, parseCursor, takePage } from '../../../cursor.ts'
import { createFlagsPage, FLAGS_PATH } from '../../../pages/staff/flags.ts'
import { parseFieldId } from '../../../parse-id.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'

const PAGE_SIZE = 50

export const flagsPageRoute = privatePageRoute({
  path: FLAGS_PATH,
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
      flags: rows.map(({ image_id, title, generation, at, comments, ...flag }) => ({
        ...flag,
        at: formatTimestamp(at),
        comments: comments === null ? [] : (JSON.parse(comments) as FlaggedComment[]),
        hasComments: Boolean(flag.has_comments) || Boolean(flag.has_hidden_comments),
        isPublic: isPublicImage(flag),
        image: {
          id: image_id,
          title,
          thumbnail: thumbnailUrl(links, { id: image_id, generation }),
        },
      })),
      isFirst: after === undefined,
      hiddenCollections: rows.length === 0 ? [] : await listHiddenCollections(catalog.reads),
      done: query.done,
      next,
    })
  },
})

export const resolveFlagRoute = formRoute({
  path: '/staff/flags/resolve/',
  summary: 'Resolve a report',
  access: 'staff',
  pagePath: () => FLAGS_PATH,
  fields: z.object({ flag: z.string().describe('The id of the report.') }),
  async submit({ visit: { session }, fields, request: { catalog, links } }) {
    const id = parseFieldId(fields.flag)
    await moderate(catalog, session, (tx, context) => resolveFlag(tx, { id }, context))
    return { redirectTo: links.base(`${FLAGS_PATH}?done=resolved`) }
  },
})

export const hideFlaggedRoute = formRoute({
  path: '/staff/flags/hide/',
  summary: 'Move a reported image to a collection that is not public, and resolve the report',
  access: 'staff',
  errorResponses: { 409: 'The image has duplicates, which people would then not find either.' },
  pagePath: () => FLAGS_PATH,
  fields: hiddenPlace.extend({ flag: z.string().describe('The id of the report.') }),
  async submit({ visit: { session }, fields, request: { catalog, links } }) {
    const id = parseFieldId(fields.flag)
    await moderate(catalog, session, (tx, context) =>
      hideFlaggedImage(tx, { flagId: id, collectionId: fields.collection }, context),
    )
    return { redirectTo: links.base(`${FLAGS_PATH}?done=image-hidden`) }
  },
})
