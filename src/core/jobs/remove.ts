import { PRIORITY, type NewJob } from './queue/enqueue.ts'
import type { JobHandler } from './job-handler.ts'

interface Payload {
  /** Everything below it goes. */
  prefix: string
}

/** Removes every object below a prefix that nothing refers to any more. */
export const remove: JobHandler = async (catalog, { payload }) => {
  await catalog.storage.removeBelow((payload as Payload).prefix)
}

/** A job that removes what lies below the prefix, not before `runAt`. */
export function removal({
  imageId,
  prefix,
  runAt,
}: Payload & Pick<NewJob, 'imageId' | 'runAt'>): NewJob {
  const payload = { prefix } satisfies Payload
  return { kind: 'remove', imageId, payload, runAt, priority: PRIORITY.later }
}
