import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'
import { changeImages, IMAGE_IDS } from './change-images.ts'

interface Change {
  scale: string
  ids: readonly string[]
}

async function runSetScale(cli: Cli, { scale, ids }: Change, options: DataOption): Promise<void> {
  const { imageScale } = await import('../../../../core/contract/image-facts.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { setImageFacts } = await import('../../../../core/writes/images/set-image-facts.ts')
  const facts = { scale: parseFields(imageScale, { scale }).scale ?? null }
  await changeImages(cli, options, {
    ids,
    change: (tx, imageId, context) =>
      setImageFacts(tx, { imageId, facts, action: 'image.set_scale' }, context),
    columns: ['scale'],
  })
}

export const setScaleCommand: CommandFactory = (cli) =>
  new Command('set-scale')
    .description('Record the scale of maps and images taken from above')
    .argument('<scale>', 'Scale, such as 1:5000; "" removes it')
    .argument(...IMAGE_IDS)
    .addOption(createDataOption())
    .action((scale, ids, options) => runSetScale(cli, { scale, ids }, options))
