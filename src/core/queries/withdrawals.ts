import { literal } from '../database/expressions.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { Selects } from '../database/store.ts'
import type { Row } from '../database/tables.ts'

/** Payload of a job that gives the pictures of hidden collections new addresses. */
export interface Withdrawal {
  /** Collections that were hidden. The images of each are next, in the order of their ids. */
  collections: number[]
  /** The images of the first collection with higher ids remain. */
  after: number
  /** When the collections were hidden. Later images never were public. */
  hiddenAt: number
}

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
