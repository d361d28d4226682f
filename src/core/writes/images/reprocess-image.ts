import { recordAudit } from '../../audit/record-audit.ts'
import { notFound } from '../../base/errors.ts'
import { PRIORITY } from '../../job-queue/enqueue.ts'
import { enqueueImageJobs } from '../../job-queue/enqueue-image-jobs.ts'
import { listDerivableImages } from '../../queries/images/derivable-images.ts'
import { useCase } from '../run/use-case.ts'

/** Processes the picture of an image again, in a job, unless one waits. */
export const reprocessImage = useCase({
  name: 'image.reprocess',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  async run(tx, { id }: { id: number }, context) {
    const selected = await listDerivableImages(tx, { ids: [id] }, { after: 0, limit: 1 })
    if (selected.length === 0) throw notFound(`There is no image ${id}, or it has no file.`)
    const job = { priority: PRIORITY.last, now: context.now }
    if ((await enqueueImageJobs(tx, 'derive', [id], job)) > 0) {
      await recordAudit(tx, context, {
        action: 'image.reprocess',
        objectType: 'image',
        objectId: id,
        before: null,
        after: { queued: true },
      })
    }
    context.afterCommit(({ jobs }) => jobs?.wake())
    return null
  },
})
