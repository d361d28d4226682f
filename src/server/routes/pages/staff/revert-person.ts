import { z } from 'zod'
import { parseTimestamp, type Micros } from '../../../../core/clock.ts'
import { invalid } from '../../../../core/errors.ts'
import { getPerson } from '../../../../core/queries/people.ts'
import { revertPerson } from '../../../../core/writes/revert/revert-contributions.ts'
import { personPath } from '../../../pages/staff/person.ts'
import { createRevertPage } from '../../../pages/staff/revert-person.ts'
import { parseId } from '../../../parse-id.ts'
import { previewContributions } from '../../../preview-contributions.ts'
import type { Route } from '../../../route.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { runForm } from '../use-case-form.ts'

const PATH = '/staff/people/:id/revert/'

const SINCE = z.string().default('').describe('A time in UTC: `2026-03-01T12:00`.')

const BATCH = z
  .uuid()
  .optional()
  .catch(undefined)
  .describe('The batch of the part that was reverted, which the rest belongs to.')

const revertPageRoute = privatePageRoute({
  path: PATH,
  summary: 'Preview which contributions of a user would be reverted',
  access: 'staff',
  query: z.object({
    since: SINCE,
    done: z.string().optional().describe('`partly`: the rest.'),
    batch: BATCH,
  }),
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
      batch: query.batch,
    })
  },
})

const revertFormRoute = formRoute({
  path: PATH,
  summary: 'Revert contributions of a user',
  useCases: [revertPerson],
  access: 'staff',
  pagePath: ({ params }) => personPath(parseId(params.id, 'User')),
  fields: z.object({ since: SINCE, batch: BATCH }),
  async submit(submission) {
    const { fields } = submission
    const { params, links } = submission.request
    const id = parseId(params.id, 'User')
    const since = parseSince(fields.since)
    if (since === undefined) throw invalid('since', ['no_time'])
    const request = { id, since }
    const { isComplete, batch } = await runForm(submission, revertPerson, request, fields.batch)
    const rest = new URLSearchParams({ since: fields.since, done: 'partly', batch }).toString()
    const path = personPath(id)
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
