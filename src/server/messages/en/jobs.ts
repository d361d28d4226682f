import { html, type Html } from '../../../core/base/html.ts'
import { plural } from './plural.ts'

/** The page of background jobs for staff. */
export const jobs = {
  title: 'Background jobs',
  introduction:
    'Jobs create thumbnails, tiles and embeddings of new pictures, and remove files that are no longer needed.',
  byState: 'Jobs by state',
  states: { failed: 'Failed', queued: 'Waiting', running: 'Running' },
  kinds: {
    derive: 'Thumbnail and display version',
    tile: 'Tiles for zooming',
    embed: 'Embedding for searches',
    remove: 'Removal of old files',
    withdraw: 'New addresses of hidden pictures',
    milestones: 'Milestones of past placements',
  },
  none: {
    failed: 'No job has failed.',
    queued: 'No job is waiting.',
    running: 'No job is running.',
  },
  noMore: 'There are no more jobs in this list.',
  noImage: 'The image was deleted.',
  failedOn: (day: Html) => html`Failed on ${day}`,
  due: (day: Html) => html`Due on ${day}`,
  attempts: (count: number) => plural(count, { one: 'attempt', other: 'attempts' }),
  isWaiting: 'waits until the server can run it',
  retry: 'Retry',
  runNow: 'Run now',
  retryAll: (kind: string, count: number) =>
    `Retry ${plural(count, { one: 'failed job', other: 'failed jobs' })}: ${kind}`,
  queued: (count: number) =>
    count === 1
      ? 'The job will run again.'
      : `${plural(count, { one: 'job', other: 'jobs' })} will run again.`,
  pause: 'Pause all jobs',
  resume: 'Resume jobs',
  isPaused: 'The jobs are paused: none starts until they are resumed.',
  paused: 'The jobs are paused. Those that run will finish.',
  resumed: 'The jobs are running again.',
}
