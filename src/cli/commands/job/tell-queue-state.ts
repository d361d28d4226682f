import type { Cli } from '../../cli.ts'
import type { ResourceApi } from '../../client/api.ts'
import type { Host } from '../../host/with-api.ts'
import { hint } from '../../terminal/output.ts'

/** Reads whether the queue is paused. */
export async function readPaused(api: ResourceApi): Promise<boolean> {
  const { jobPage } = await import('../../../core/contract/job.ts')
  const { paused } = await api.get('/api/v2/jobs/?state=running&limit=1', jobPage)
  return paused
}

/** Tells whether the queue is paused, and on the host how many jobs there are and whether a server runs. */
export async function tellQueueState(
  cli: Cli,
  api: ResourceApi,
  host: Pick<Host, 'config' | 'reads'> | undefined,
): Promise<void> {
  if (host) {
    const { printQueueState } = await import('../admin/job/queue-state.ts')
    return printQueueState(cli, host)
  }
  if (await readPaused(api)) hint(cli, 'The queue is paused. Resume it with: catalog job resume')
}
