import type { Cli } from '../../../cli.ts'
import { printServerState } from '../job/queue-state.ts'
import { withCatalog, type DataOption } from '../with-catalog.ts'
import { changeImages } from './change-images.ts'
import { findTagger } from './find-tagger.ts'

interface Options extends DataOption {
  /** The user whom the feed names for changes of subjects. */
  user?: string
}

/**
 * Changes members of images, by the rules of `PATCH /api/v2/images/{id}/`. A new rotation or mirroring queues new
 * derived images.
 */
export async function editImages(
  cli: Cli,
  options: Options,
  { ids, input: given }: { ids: readonly string[]; input: object },
): Promise<void> {
  const { imageUpdate } = await import('../../../../core/contract/image-update.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { updateMetadata } = await import('../../../../core/writes/images/update-metadata.ts')
  const input = parseFields(imageUpdate, given)
  const taggedBy = await findTagger(cli, options)
  let queued = 0
  await changeImages(cli, options, {
    ids,
    change: async (tx, imageId, context) => {
      const { isQueued } = await updateMetadata(tx, { imageId, input, taggedBy }, context)
      if (isQueued) queued += 1
    },
  })
  if (queued > 0) await withCatalog(cli, options, (catalog) => printServerState(cli, catalog))
}
