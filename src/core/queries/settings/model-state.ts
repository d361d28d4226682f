import type { Selects } from '../../database/store.ts'
import { literal } from '../../database/expressions.ts'
import { getChosenModel } from './chosen-model.ts'
import { countEmbeddings, findWantedModel, type EmbeddingCoverage } from '../images/embeddings.ts'

/** The embedding model that was chosen, and how far it is. */
export interface ModelState {
  /** Null if none was chosen. */
  name: string | null
  /** Undefined if the server has not noticed the choice yet. `failure` is why embedding failed lately, if jobs wait. */
  coverage: (EmbeddingCoverage & { failure: string | null }) | undefined
}

/** The jobs that are looked at, because there may be a job for each image. Jobs that wait are due last. */
const MAX_JOBS = 1000

/** @param priorities those of embedding jobs */
export async function readModelState(
  reads: Selects,
  priorities: readonly number[],
): Promise<ModelState> {
  const name = await getChosenModel(reads)
  const wanted = await findWantedModel(reads)
  if (!wanted) return { name, coverage: undefined }
  const failures = await Promise.all(priorities.map((priority) => findFailure(reads, priority)))
  const failure = failures.find((found) => found !== undefined) ?? null
  return { name, coverage: { ...(await countEmbeddings(reads, wanted.id)), failure } }
}

async function findFailure(reads: Selects, priority: number): Promise<string | undefined> {
  const jobs = await reads
    .selectFrom('job')
    .select(['last_error', 'waiting_since'])
    .where('state', '=', literal('queued'))
    .where('priority', '=', literal(priority))
    .orderBy('run_at', 'desc')
    .limit(MAX_JOBS)
    .execute()
  return jobs.find(({ waiting_since }) => waiting_since !== null)?.last_error ?? undefined
}
