import { literal } from '../../database/expressions.ts'
import type { Withdrawal } from '../../job-queue/new-jobs.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import type { Selects } from '../../database/store.ts'
import type { Row } from '../../database/tables.ts'

type WithdrawnImage = Pick<Row<'image'>, 'id' | 'collection_id' | 'created_at'>

/** Whether a job, waiting, running or failed, has yet to give the pictures of an image new addresses. */
export async function isBeingWithdrawn(reads: Selects, image: WithdrawnImage): Promise<boolean> {
  const jobs = await readWithdrawals(reads, {})
  return jobs.some(({ payload }) => covers(JSON.parse(payload) as Withdrawal, image))
}

const readWithdrawals = preparedQuery((reads: Selects) =>
  reads
    .selectFrom('job')
    .select('payload')
    .where('image_id', 'is', null)
    .where('kind', '=', 'withdraw')
    .where('state', '!=', literal('done' as const)),
)

function covers({ collections, after, hiddenAt }: Withdrawal, image: WithdrawnImage): boolean {
  const index = collections.indexOf(image.collection_id)
  return index !== -1 && image.created_at <= hiddenAt && (index > 0 || image.id > after)
}
