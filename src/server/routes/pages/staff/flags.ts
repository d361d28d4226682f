import { z } from 'zod'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import { hiddenPlace } from '../../../../core/contract/flag.ts'
import { isPublicImage } from '../../../../core/model/visibility.ts'
import { listOpenFlags, type FlaggedComment } from '../../../../core/queries/people/flags.ts'
import { listHiddenCollections } from '../../../../core/queries/sources/hidden-collections.ts'
import { hideFlaggedImage, resolveFlag } from '../../../../core/writes/flags.ts'
import { thumbnailUrl } from '../../../presenters/image-urls.ts'
import { formatCursor, parseCursor, takePage } from '../../../http/cursor.ts'
import { createFlagsPage, FLAGS_PATH } from '../../../pages/staff/flags.ts'
import { parseFieldId } from '../../../http/parse-id.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { useCaseForm } from '../use-case-form.ts'

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

const flagField = z.object({ flag: z.string().describe('The id of the report.') })

const readFlagId = (_request: unknown, { flag }: z.output<typeof flagField>) => ({
  id: parseFieldId(flag),
})

export const resolveFlagRoute = useCaseForm(resolveFlag, {
  path: '/staff/flags/resolve/',
  summary: 'Resolve a report',
  pagePath: () => FLAGS_PATH,
  fields: flagField,
  target: readFlagId,
  next: () => `${FLAGS_PATH}?done=resolved`,
})

export const hideFlaggedRoute = useCaseForm(hideFlaggedImage, {
  path: '/staff/flags/hide/',
  summary: 'Move a reported image to a collection that is not public, and resolve the report',
  errorResponses: { 409: 'The image has duplicates, which people would then not find either.' },
  pagePath: () => FLAGS_PATH,
  fields: hiddenPlace.extend(flagField.shape),
  target: readFlagId,
  next: () => `${FLAGS_PATH}?done=image-hidden`,
})
