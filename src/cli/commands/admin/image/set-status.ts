import { Argument, Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'
import { changeImages, IMAGE_IDS } from './change-images.ts'

/** The other statuses follow from georeferences and duplicates. */
const STATUSES = ['available', 'will_not_georef'] as const

interface Change {
  status: (typeof STATUSES)[number]
  ids: readonly string[]
}

async function runSetStatus(cli: Cli, { status, ids }: Change, options: DataOption): Promise<void> {
  const { setImageFacts } = await import('../../../../core/writes/images/set-image-facts.ts')
  const will_not_georef = status === 'will_not_georef' ? 1 : 0
  await changeImages(cli, options, {
    ids,
    change: (tx, imageId, context) =>
      setImageFacts(
        tx,
        { imageId, facts: { will_not_georef }, action: 'image.set_status' },
        context,
      ),
  })
}

export const setStatusCommand: CommandFactory = (cli) =>
  new Command('set-status')
    .description('Open images for georeferences, or close them')
    .addArgument(new Argument('<status>', 'Status to set').choices(STATUSES))
    .argument(...IMAGE_IDS)
    .addOption(createDataOption())
    .action((status, ids, options) => runSetStatus(cli, { status, ids }, options))
