import type { Catalog } from '../../../../core/catalog/catalog.ts'
import type { Cli } from '../../../cli.ts'
import { hint } from '../../../terminal/output.ts'

/** Prints the number of jobs by state, the coverage of the embedding model, and whether the queue is paused or no server is running. */
export async function printQueueState(
  cli: Cli,
  catalog: Pick<Catalog, 'config' | 'reads'>,
): Promise<void> {
  const { countJobs } = await import('../../../../core/job-queue/count-jobs.ts')
  const { isPaused } = await import('../../../../core/job-queue/pause.ts')
  const { running, queued, failed, done } = await countJobs(catalog.reads)
  hint(cli, `${running} running, ${queued} queued, ${failed} failed, ${done} done.`)
  await printCoverage(cli, catalog)
  if (await isPaused(catalog.reads)) {
    hint(cli, 'The queue is paused. Resume it with: catalog job resume')
  } else if (queued > 0) await printServerState(cli, catalog)
}

/** Prints how many images the embedding model has embedded, unless there is none. */
export async function printCoverage(cli: Cli, { reads }: Pick<Catalog, 'reads'>): Promise<void> {
  const { countEmbeddings, findWantedModel } =
    await import('../../../../core/queries/images/embeddings.ts')
  const model = await findWantedModel(reads)
  if (!model) return
  const { embedded, total } = await countEmbeddings(reads, model.id)
  hint(cli, `The embedding model ${model.name} has embedded ${embedded} of ${total} images.`)
}

/** Prints how to process the queue if no server is running. */
export async function printServerState(
  cli: Cli,
  { config }: Pick<Catalog, 'config'>,
): Promise<void> {
  const { isServed } = await import('../../../../core/database/locks.ts')
  if (isServed(config.data)) return
  hint(cli, 'No server is running. Process the queue with: catalog admin job run')
}
