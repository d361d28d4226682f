import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'
import { createMirrorOption, createRotationOption } from '../../../transform-options.ts'
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
      createRotationOption('--rotate <degrees>', 'Clockwise rotation of the original file'),
    )
    .addOption(createMirrorOption())
    .addOption(createDataOption())
    .action((ids, options) => runTransform(cli, ids, options))
