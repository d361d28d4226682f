import { formatTimestamp, type Micros } from '../../../../core/clock.ts'
import type { JobFilter, JobRow } from '../../../../core/jobs/queue/list.ts'
import type { Services } from '../../../../core/services.ts'
import { createImageFileFinder } from '../find-image-file.ts'

/** Lists jobs as `job list` prints them on the host, which knows the files of their images. */
export async function listJobsOnHost(
  catalog: Pick<Services, 'reads' | 'storage'>,
  filter: JobFilter,
  limit: number,
) {
  const { listJobs } = await import('../../../../core/jobs/queue/list.ts')
  const jobs = await listJobs(catalog.reads, filter, limit)
  const fileOf = await createImageFileFinder(catalog)
  return jobs.map((job) => ({ ...presentJob(job), file: fileOf(job.image_id, job) }))
}

function presentJob(job: JobRow) {
  return {
    id: job.id,
    state: job.state,
    kind: job.kind,
    image: job.image_id,
    title: job.title,
    reference_id: job.reference_id,
    collection: job.collection,
    attempts: job.attempts,
    max_attempts: job.max_attempts,
    priority: job.priority,
    last_error: job.last_error,
    next_attempt: job.state === 'queued' ? formatTimestamp(job.run_at) : null,
    waits_for_host_since: formatNullableTime(job.waiting_since),
    created_at: formatTimestamp(job.created_at),
    finished_at: formatNullableTime(job.finished_at),
  }
}

function formatNullableTime(time: Micros | null): string | null {
  return time === null ? null : formatTimestamp(time)
}
