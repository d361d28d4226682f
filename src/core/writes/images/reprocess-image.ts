import { reprocessImage as enqueueReprocessing } from '../../jobs/reprocess.ts'
import { useCase } from '../run/use-case.ts'

/** Processes the picture of an image again, in a job. */
export const reprocessImage = useCase({
  name: 'image.reprocess',
  access: 'moderator',
  limit: 'moderations',
  once: true,
  async run(tx, { id }: { id: number }, context) {
    await enqueueReprocessing(tx, id, context)
    context.afterCommit(({ jobs }) => jobs?.wake())
    return null
  },
})
