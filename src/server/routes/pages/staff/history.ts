import { z } from 'zod'
import { batchUuid } from '../../../../core/contract/audit.ts'
import { countBatches } from '../../../../core/queries/audit/audit.ts'
import { revertBatch } from '../../../../core/writes/revert/revert-batch.ts'
import { revertEntry } from '../../../../core/writes/revert/revert-change.ts'
import { listHistory } from '../../../../core/queries/audit/history.ts'
import { takePage } from '../../../http/cursor.ts'
import { createHistoryPage } from '../../../pages/staff/history.ts'
import { parseFieldId } from '../../../http/parse-id.ts'
import { presentAuditEntry } from '../../../presenters/audit.ts'
import type { Route } from '../../../http/route.ts'
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
    batch: z.string().optional().describe('Only the changes of this batch.'),
    rest: z.string().optional().describe('The batch of which a part was reverted.'),
    before: z.string().optional().describe('The rest are its entries before this one.'),
    after: z.string().optional().describe('Show only what is older than this entry.'),
    done: z.string().optional().describe('What the last form did.'),
  }),
  async show(visit, { catalog, query }) {
    const [image, person] = [query.image.trim(), query.person.trim()]
    const filter = { imageId: toId(image), userId: toId(person), beforeId: toId(query.after) }
    const { batch } = query
    const read = await listHistory(
      catalog.reads,
      { ...filter, batch, isGrouped: batch === undefined },
      PAGE_SIZE + 1,
    )
    const { rows, next } = takePage(read, PAGE_SIZE, ({ id }) => String(id))
    const batches = rows.map((row) => row.batch).filter((one) => one !== null)
    return createHistoryPage(visit, {
      entries: rows.map(presentAuditEntry),
      filter: { image, person },
      batch,
      counts: await countBatches(catalog.reads, [...new Set(batches)]),
      done: query.done,
      rest: toRest(query),
      isFirst: query.after === undefined,
      next,
    })
  },
})

function toRest({ rest, before }: { rest?: string | undefined; before?: string | undefined }) {
  return rest === undefined || before === undefined ? undefined : { batch: rest, before }
}

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

const revertBatchRoute = useCaseForm(revertBatch, {
  path: `${PATH}revert-batch/`,
  summary: 'Revert a batch of changes',
  pagePath: () => PATH,
  fields: z.object({
    batch: z.string().describe('The batch to revert.'),
    before: z.string().optional().describe('Revert only its entries before this one.'),
    into: batchUuid.optional().describe('The batch that the changes of this one continue.'),
  }),
  target: (_request, { batch, before }) => ({ batch, before: toId(before) }),
  batch: ({ into }) => into,
  next: ({ batch }, { batch: own, before }) => {
    const rest = before !== null && { rest: batch, before: String(before) }
    const query = new URLSearchParams({ batch: own, done: rest ? 'partly' : 'batch', ...rest })
    return `${PATH}?${query.toString()}`
  },
})

/** The pages about changes. */
export const historyRoutes: readonly Route[] = [historyPageRoute, revertRoute, revertBatchRoute]
