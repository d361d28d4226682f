import { Command, Option } from '@commander-js/extra-typings'
import { MIRRORS, ROTATIONS } from '../../../../core/contract/transform.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'
import { requireEdits } from '../edit-options.ts'
import { editImages } from './edit-images.ts'
import { IMAGE_IDS } from './change-images.ts'

interface Options extends DataOption {
  rotate?: string
  mirror?: string
}

async function runTransform(cli: Cli, ids: readonly string[], options: Options): Promise<void> {
  const { rotate: rotation, mirror } = options
  const input = requireEdits('transform', { rotation, mirror }, '--rotate or --mirror')
  await editImages(cli, options, { ids, input })
}

export const transformImagesCommand: CommandFactory = (cli) =>
  new Command('transform')
    .description('Set how images are turned when they are shown')
    .argument(...IMAGE_IDS)
    .addOption(
      new Option('--rotate <degrees>', 'Clockwise rotation of the original file').choices(
        ROTATIONS.map(String),
      ),
    )
    .addOption(
      new Option(
        '--mirror <how>',
        'Mirroring before the rotation: h swaps left and right, v swaps top and bottom',
      ).choices(MIRRORS),
    )
    .addOption(createDataOption())
    .action((ids, options) => runTransform(cli, ids, options))
