import { z } from 'zod'
import type { Catalog } from '../../../../core/catalog.ts'
import { moderate } from '../../../../core/contributions/moderate.ts'
import { isRevertible, revertChange } from '../../../../core/contributions/revert-change.ts'
import { listAuditEntries, type AuditEntry } from '../../../../core/queries/audit.ts'
import { takePage } from '../../../pages/parts/cursor.ts'
import { createHistoryPage } from '../../../pages/staff/history.ts'
import { parseFieldId } from '../../../parse-id.ts'
import type { Route } from '../../../route.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'

const PATH = '/staff/history/'
const PAGE_SIZE = 50

const historyPageRoute = privatePageRoute({
  path: PATH,
  summary: 'Show what staff and administrators changed',
  access: 'staff',
  query: z.object({
    image: z.string().default('').describe('Only changes of this image.'),
    person: z.string().default('').describe('Only changes of or by this user.'),
    after: z.string().optional().describe('Show only what is older than this entry.'),
    done: z.string().optional().describe('What the last form did.'),
  }),
  async show(visit, { catalog, query }) {
    const [image, person] = [query.image.trim(), query.person.trim()]
    const filter = { image, person, after: query.after }
    const read = await listEntries(catalog, filter)
    const { rows, next } = takePage(read, PAGE_SIZE, ({ id }) => String(id))
    return createHistoryPage(visit, {
      entries: rows.map(({ actor, username, ...entry }) => ({
        ...entry,
        user: 'userId' in actor ? { id: actor.userId, username: username ?? '' } : null,
        isRevertible: isRevertible({ ...entry, actor, username }),
      })),
      filter: { image, person },
      isReverted: query.done === 'reverted',
      isFirst: query.after === undefined,
      next,
    })
  },
})

interface HistoryFilter {
  image: string
  person: string
  after: string | undefined
}

/** Entries of an image; of and by a user; or all. Each list comes from an index. */
async function listEntries(
  { reads }: Pick<Catalog, 'reads'>,
  { image, person, after }: HistoryFilter,
): Promise<AuditEntry[]> {
  const page = after === undefined ? {} : { beforeId: parseFieldId(after) }
  const list = (filter: object) => listAuditEntries(reads, { ...page, ...filter }, PAGE_SIZE + 1)
  if (image !== '') return list({ objectType: 'image', objectId: String(parseFieldId(image)) })
  if (person === '') return list({})
  const userId = parseFieldId(person)
  const by = await list({ userId })
  const of = await list({ objectType: 'user', objectId: String(userId) })
  const all = new Map([...by, ...of].map((entry) => [entry.id, entry]))
  return [...all.values()].toSorted((one, other) => other.id - one.id).slice(0, PAGE_SIZE + 1)
}

const revertRoute = formRoute({
  path: `${PATH}revert/`,
  summary: 'Revert a change',
  access: 'staff',
  errorResponses: { 409: 'The change cannot be reverted, or the object was changed since.' },
  pagePath: () => PATH,
  fields: z.object({ entry: z.string().describe('The id of the entry of the audit log.') }),
  async submit({ visit, fields, request: { catalog, links } }) {
    const entry = parseFieldId(fields.entry)
    const { isQueued } = await moderate(catalog, visit.session, (tx, context) =>
      revertChange(tx, entry, context),
    )
    if (isQueued) catalog.jobs?.wake()
    return { redirectTo: links.base(`${PATH}?done=reverted`) }
  },
})

/** The pages about changes. */
export const historyRoutes: readonly Route[] = [historyPageRoute, revertRoute]
