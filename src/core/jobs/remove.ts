import { isReferenced } from '../queries/file-references.ts'
import { PRIORITY, type NewJob } from './queue/enqueue.ts'
import { PermanentFailure, type JobHandler } from './job-handler.ts'

interface Payload {
  /** Key prefix of the objects to remove. */
  prefix: string
}

/** Removes all objects below a prefix that no row refers to any more. */
export const remove: JobHandler = async ({ reads, storage }, { payload }) => {
  const { prefix } = payload as Payload
  if (await isReferenced(reads, prefix))
    throw new PermanentFailure(`The files below ${prefix} are in use, so they were not removed.`)
  await storage.removeBelow(prefix)
}

/** Creates a job that removes the objects below a prefix, at `runAt` or later. */
export function newRemoval({
  imageId,
  prefix,
  runAt,
}: Payload & Pick<NewJob, 'imageId' | 'runAt'>): NewJob {
  const payload = { prefix } satisfies Payload
  return { kind: 'remove', imageId, payload, runAt, priority: PRIORITY.later }
}
