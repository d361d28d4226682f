import { z } from 'zod'
import { revertEntry } from '../../../../core/writes/revert/revert-change.ts'
import { listHistory } from '../../../../core/queries/history.ts'
import { takePage } from '../../../cursor.ts'
import { createHistoryPage } from '../../../pages/staff/history.ts'
import { parseFieldId } from '../../../parse-id.ts'
import { presentAuditEntry } from '../../../presenters/audit.ts'
import type { Route } from '../../../route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { useCaseForm } from '../use-case-form.ts'

const PATH = '/staff/history/'
const PAGE_SIZE = 50

const historyPageRoute = privatePageRoute({
  path: PATH,
  summary: 'Show what staff and administrators changed',
  access: 'staff',
  query: z.object({
    image: z
      .string()
      .default('')
      .describe('Only changes of this image, and of contributions to it.'),
    person: z.string().default('').describe('Only changes of or by this user.'),
    after: z.string().optional().describe('Show only what is older than this entry.'),
    done: z.string().optional().describe('What the last form did.'),
  }),
  async show(visit, { catalog, query }) {
    const [image, person] = [query.image.trim(), query.person.trim()]
    const filter = { imageId: toId(image), userId: toId(person), beforeId: toId(query.after) }
    const read = await listHistory(catalog.reads, filter, PAGE_SIZE + 1)
    const { rows, next } = takePage(read, PAGE_SIZE, ({ id }) => String(id))
    return createHistoryPage(visit, {
      entries: rows.map(presentAuditEntry),
      filter: { image, person },
      isReverted: query.done === 'reverted',
      isFirst: query.after === undefined,
      next,
    })
  },
})

/** Undefined for an empty field. */
function toId(text = ''): number | undefined {
  return text === '' ? undefined : parseFieldId(text)
}

const revertRoute = useCaseForm(revertEntry, {
  path: `${PATH}revert/`,
  summary: 'Revert a change',
  errorResponses: { 409: 'The change cannot be reverted, or the object was changed since.' },
  pagePath: () => PATH,
  fields: z.object({ entry: z.string().describe('The id of the entry of the audit log.') }),
  target: (_request, { entry }) => ({ id: parseFieldId(entry) }),
  next: () => `${PATH}?done=reverted`,
})

/** The pages about changes. */
export const historyRoutes: readonly Route[] = [historyPageRoute, revertRoute]
