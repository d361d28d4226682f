import { z } from 'zod'
import { newSuspension } from '../../../../core/contract/moderation.ts'
import { MAX_NAME_SEARCH } from '../../../../core/base/limits.ts'
import { getPerson, listPeople } from '../../../../core/queries/people/people.ts'
import { reinstateUser, suspendUser } from '../../../../core/writes/users/suspend-user.ts'
import { emptyDraft, type Draft } from '../../../pages/draft.ts'
import { formatCursor, parseCursor, takePage } from '../../../http/cursor.ts'
import { WORK_KINDS, type WorkKind } from '../../../pages/parts/works.ts'
import { createPeoplePage } from '../../../pages/staff/people.ts'
import { createPersonPage, personPath } from '../../../pages/staff/person.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import { idOf, parseId } from '../../../http/parse-id.ts'
import type { Route, RouteRequest } from '../../../http/route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { useCaseForm } from '../use-case-form.ts'
import { readWorkPage } from '../work-lists.ts'

const PATH = '/staff/people/'
const PAGE_SIZE = 50

const peoplePageRoute = privatePageRoute({
  path: PATH,
  summary: 'List users',
  access: 'staff',
  query: z.object({
    name: z.string().default('').describe('Only users whose names begin with this.'),
    suspended: z.literal('yes').optional().catch(undefined).describe('Only suspended users.'),
    after: z.string().optional().describe('Show only later ones: a timestamp, a comma and an id.'),
  }),
  async show(visit, { catalog, query }) {
    const name = query.name.trim().slice(0, MAX_NAME_SEARCH)
    const after = parseCursor('after', query.after)
    const isSuspendedOnly = query.suspended !== undefined
    const selection = { name, isSuspendedOnly, after, size: PAGE_SIZE }
    const read = await listPeople(catalog.reads, selection)
    const { rows, next } = takePage(read, PAGE_SIZE, formatCursor)
    return createPeoplePage(visit, {
      people: rows.map((row) => ({
        ...row,
        isStaff: row.is_staff === 1,
        suspendedAt: row.suspended_at,
        placements: row.points + row.areas,
      })),
      name,
      isSuspendedOnly,
      isFirst: after === undefined,
      next,
    })
  },
})

const personPageRoute = privatePageRoute({
  path: `${PATH}:id/`,
  summary: 'Show a user with their contributions',
  access: 'staff',
  query: z.object({
    kind: z.enum(WORK_KINDS).default('points'),
    before: z
      .string()
      .optional()
      .describe('Show only what is older: a timestamp, a comma and an id.'),
    done: z.string().optional().describe('What the last form did.'),
  }),
  show: (visit, request) => showPerson(visit, request, { ...request.query, draft: emptyDraft() }),
})

interface ShownPerson {
  kind: WorkKind
  before?: string | undefined
  done?: string | undefined
  draft: Draft
}

async function showPerson(
  visit: SignedInVisit,
  { catalog, params, links }: Pick<RouteRequest, 'catalog' | 'params' | 'links'>,
  { kind, before, done, draft }: ShownPerson,
) {
  const person = await getPerson(catalog.reads, parseId(params.id, 'User'))
  const { id, username, is_staff, created_at, suspended_at, reason } = person
  const works = await readWorkPage(catalog, links, { userId: id, kind, before })
  return createPersonPage(visit, {
    person: {
      id,
      username,
      isStaff: is_staff === 1,
      createdAt: created_at,
      suspension: suspended_at === null ? null : { at: suspended_at, reason },
    },
    works: { kind, ...works },
    done,
    draft,
  })
}

const suspendRoute = useCaseForm(suspendUser, {
  path: `${PATH}:id/suspend/`,
  summary: 'Suspend a user',
  pagePath: ({ params }) => personPath(parseId(params.id, 'User')),
  fields: newSuspension,
  target: idOf('User'),
  next: ({ id }) => `${personPath(id)}?done=suspended`,
  showAgain: (visit, draft, request) => showPerson(visit, request, { kind: 'points', draft }),
})

const reinstateRoute = useCaseForm(reinstateUser, {
  path: `${PATH}:id/reinstate/`,
  summary: 'Reinstate a user',
  pagePath: ({ params }) => personPath(parseId(params.id, 'User')),
  fields: z.object({}),
  target: idOf('User'),
  next: ({ id }) => `${personPath(id)}?done=reinstated`,
})

/** The pages about users for staff. */
export const peopleRoutes: readonly Route[] = [
  peoplePageRoute,
  personPageRoute,
  suspendRoute,
  reinstateRoute,
]
