import { Argument, Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'
import { changeImages, IMAGE_IDS } from './change-images.ts'

interface Change {
  answer: 'yes' | 'no'
  ids: readonly string[]
}

async function runSetFromAbove(
  cli: Cli,
  { answer, ids }: Change,
  options: DataOption,
): Promise<void> {
  const { setImageFacts } = await import('../../../../core/writes/images/set-image-facts.ts')
  const from_above = answer === 'yes' ? 1 : 0
  await changeImages(cli, options, {
    ids,
    change: (tx, imageId, context) =>
      setImageFacts(
        tx,
        { imageId, facts: { from_above }, action: 'image.set_from_above' },
        context,
      ),
    columns: ['from_above'],
  })
}

export const setFromAboveCommand: CommandFactory = (cli) =>
  new Command('set-from-above')
    .description('Say whether images were taken from above; these need polygons')
    .addArgument(
      new Argument('<answer>', 'Whether they were taken from above').choices([
        'yes',
        'no',
      ] as const),
    )
    .argument(...IMAGE_IDS)
    .addOption(createDataOption())
    .action((answer, ids, options) => runSetFromAbove(cli, { answer, ids }, options))
