import type { ResourceApi } from '../../client/api.ts'

/** Reads whether the queue is paused. */
export async function readPaused(api: ResourceApi): Promise<boolean> {
  const { jobPage } = await import('../../../core/contract/job.ts')
  const { paused } = await api.get('/api/v2/jobs/?state=running&limit=1', jobPage)
  return paused
}
