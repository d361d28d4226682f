import { z } from 'zod'
import { parseTimestamp, type Micros } from '../../../../core/clock.ts'
import { moderate } from '../../../../core/contributions/moderate.ts'
import { revertContributions } from '../../../../core/contributions/revert-contributions.ts'
import { invalid } from '../../../../core/errors.ts'
import { MAX_REVERTED } from '../../../../core/limits.ts'
import { getPerson } from '../../../../core/queries/people.ts'
import { personPath } from '../../../pages/staff/person.ts'
import { createRevertPage } from '../../../pages/staff/revert-person.ts'
import { parseId } from '../../../parse-id.ts'
import { previewContributions } from '../../../preview-contributions.ts'
import type { Route } from '../../../route.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'

const PATH = '/staff/people/:id/revert/'

const SINCE = z.string().default('').describe('A time in UTC: `2026-03-01T12:00`.')

const revertPageRoute = privatePageRoute({
  path: PATH,
  summary: 'Preview which contributions of a user would be reverted',
  access: 'staff',
  query: z.object({ since: SINCE, done: z.string().optional().describe('`partly`: the rest.') }),
  async show(visit, { catalog, params, query }) {
    const person = await getPerson(catalog.reads, parseId(params.id, 'User'))
    const { id, username, suspended_at } = person
    const since = parseSince(query.since)
    return createRevertPage(visit, {
      person: { id, username, isSuspended: suspended_at !== null },
      since: query.since,
      preview:
        since === undefined
          ? undefined
          : await previewContributions(catalog.reads, { userId: id, since }),
      isRest: query.done === 'partly',
    })
  },
})

const revertFormRoute = formRoute({
  path: PATH,
  summary: 'Revert contributions of a user',
  access: 'staff',
  pagePath: ({ params }) => personPath(parseId(params.id, 'User')),
  fields: z.object({ since: SINCE }),
  async submit({ visit, fields, request: { catalog, params, links } }) {
    const { id: userId } = await getPerson(catalog.reads, parseId(params.id, 'User'))
    const since = parseSince(fields.since)
    if (since === undefined) throw invalid('since', ['no_time'])
    const { isComplete } = await revertContributions(
      (change) => moderate(catalog, visit.session, change),
      { userId, since },
      { most: MAX_REVERTED },
    )
    const rest = new URLSearchParams({ since: fields.since, done: 'partly' }).toString()
    const path = personPath(userId)
    return {
      redirectTo: links.base(isComplete ? `${path}?done=reverted` : `${path}revert/?${rest}`),
    }
  },
})

/** Parses the value of a field for a date and a time, which has no time zone and may lack seconds. */
function parseSince(text: string): Micros | undefined {
  const value = text.trim()
  return parseTimestamp(/:\d\d:\d\d/.test(value) ? `${value}Z` : `${value}:00Z`)
}

/** Shows and reverts the contributions of a user. */
export const revertPersonRoutes: readonly Route[] = [revertPageRoute, revertFormRoute]
