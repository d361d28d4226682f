import { z } from 'zod'
import { invalid } from '../../../../core/base/errors.ts'
import { batchUuid } from '../../../../core/contract/audit.ts'
import { revertQuery } from '../../../../core/contract/moderation.ts'
import { parseFields } from '../../../../core/contract/parse-fields.ts'
import { formatTimestamp, type Micros } from '../../../../core/base/clock.ts'
import type { Reads } from '../../../../core/database/store.ts'
import { MAX_COUNTED_CONTRIBUTIONS } from '../../../../core/base/limits.ts'
import { parseZonedTime } from '../../../../core/model/zoned-time.ts'
import { describeContributions } from '../../../../core/queries/people/contribution-details.ts'
import {
  CONTRIBUTION_NAMES,
  countContributionsSince,
  getPlace,
  listNewestContributions,
  nameContribution,
  nameCounts,
  type ContributionPlace,
} from '../../../../core/queries/people/contributions-since.ts'
import { getPerson } from '../../../../core/queries/people/people.ts'
import { revertPerson } from '../../../../core/writes/revert/revert-contributions.ts'
import { formatPosition, parsePosition, takePage } from '../../../http/cursor.ts'
import { thumbnailUrl } from '../../../presenters/image-urls.ts'
import type { Links } from '../../../http/links.ts'
import { personPath } from '../../../pages/staff/person.ts'
import { createRevertPage, type ShownContribution } from '../../../pages/staff/revert-person.ts'
import { parseId } from '../../../http/parse-id.ts'
import type { Route } from '../../../http/route.ts'
import { formRoute } from '../form-route.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { runForm } from '../use-case-form.ts'

const PATH = '/staff/people/:id/revert/'
const PAGE_SIZE = 50

/** The fields of both forms. They also have `keep-{name}` for each contribution on the page that is to stay. */
const fields = z.looseObject({
  since: z.string().default('').describe('A time: `2026-03-01T12:00`.'),
  zone: z.string().default('UTC').describe('The time zone of that time.'),
  kept: z.string().default('').describe('Names of contributions on other pages that are to stay.'),
  batch: batchUuid
    .optional()
    .catch(undefined)
    .describe('The batch of the part that was reverted, which the rest belongs to.'),
  after: z.string().optional().describe('Show only what is older than this contribution.'),
})

const revertPageRoute = privatePageRoute({
  path: PATH,
  summary: 'Preview which contributions of a user would be reverted',
  access: 'staff',
  query: fields.extend({ done: z.string().optional().describe('`partly`: the rest.') }),
  async show(visit, { catalog: { reads }, params, query }) {
    const person = await getPerson(reads, parseId(params.id, 'User'))
    const { id, username, suspended_at } = person
    const { zone, batch } = query
    const since = parseZonedTime(query.since, zone)
    const after = parsePosition('after', query.after)
    const made = { userId: id, since: since ?? 0 }
    const { rows, next } =
      since === undefined
        ? { rows: [], next: undefined }
        : await listPage(reads, visit.links, { ...made, after })
    return createRevertPage(visit, {
      person: { id, username, isSuspended: suspended_at !== null },
      since: query.since,
      zone: since === undefined ? undefined : zone,
      counts: since === undefined ? undefined : await countAll(reads, made),
      contributions: rows,
      next,
      keep: listKept(query),
      isRest: query.done === 'partly',
      batch,
    })
  },
})

async function countAll(reads: Reads, made: { userId: number; since: Micros }) {
  return nameCounts(await countContributionsSince(reads, made, MAX_COUNTED_CONTRIBUTIONS))
}

async function listPage(
  reads: Reads,
  links: Links,
  made: { userId: number; since: Micros; after: ContributionPlace | undefined },
): Promise<{ rows: ShownContribution[]; next: string | undefined }> {
  const read = await listNewestContributions(reads, { ...made, limit: PAGE_SIZE + 1 })
  const { rows, next } = takePage(read, PAGE_SIZE, (row) => formatPosition(getPlace(row)))
  const { details, images } = await describeContributions(reads, rows)
  const shown = rows.map((row) => {
    const { kind, id, image_id: imageId, at } = row
    const image = imageId === null ? undefined : images.get(imageId)
    return {
      ...details.get(kind)?.get(id),
      kind: CONTRIBUTION_NAMES[kind],
      name: nameContribution(row),
      id,
      at: formatTimestamp(at),
      image: image
        ? { id: image.id, title: image.title, thumbnail: thumbnailUrl(links, image) }
        : null,
    }
  })
  return { rows: shown, next }
}

/** The names of the contributions that are to stay, on this page and on others. */
function listKept({ kept, ...others }: z.output<typeof fields>): string[] {
  const here = Object.keys(others).flatMap((name) => /^keep-(.+)$/v.exec(name)?.[1] ?? [])
  return [...new Set([...kept.split(','), ...here])].filter((name) => name !== '')
}

const revertFormRoute = formRoute({
  path: PATH,
  summary: 'Revert contributions of a user, or show older ones',
  useCases: [revertPerson],
  access: 'staff',
  pagePath: ({ params }) => personPath(parseId(params.id, 'User')),
  fields,
  async submit(submission) {
    const { fields: given, request } = submission
    const id = parseId(request.params.id, 'User')
    const { since: local, zone, after } = given
    const since = parseZonedTime(local, zone)
    if (since === undefined) throw invalid('since', ['no_time'])
    const kept = listKept(given).join(',')
    const { keep } = parseFields(revertQuery, { since: formatTimestamp(since), keep: kept })
    const path = personPath(id)
    const showRest = (batch: string | undefined, place: Record<string, string>) => {
      const query = new URLSearchParams({
        since: local,
        zone,
        kept,
        ...(batch && { batch }),
        ...place,
      })
      return { redirectTo: request.links.base(`${path}revert/?${query.toString()}`) }
    }
    if (after !== undefined) return showRest(given.batch, { after })
    const run = { id, since, keep }
    const { isComplete, batch } = await runForm(submission, revertPerson, run, given.batch)
    if (!isComplete) return showRest(batch, { done: 'partly' })
    return { redirectTo: request.links.base(`${path}?done=reverted`) }
  },
})

/** Shows and reverts the contributions of a user. */
export const revertPersonRoutes: readonly Route[] = [revertPageRoute, revertFormRoute]
