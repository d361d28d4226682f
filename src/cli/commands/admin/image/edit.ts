import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { addMetadataOptions, readMetadata, type MetadataFlags } from '../../../metadata-options.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'
import { requireEdits } from '../edit-options.ts'
import { editImages } from './edit-images.ts'
import { IMAGE_IDS } from './change-images.ts'

interface Options extends DataOption, MetadataFlags {
  user?: string
}

async function runEditImages(cli: Cli, ids: readonly string[], options: Options): Promise<void> {
  const flags = 'at least one member to change, such as --title'
  const input = requireEdits('edit', readMetadata(options), flags)
  await editImages(cli, options, { ids, input })
}

export const editImagesCommand: CommandFactory = (cli) =>
  addMetadataOptions(
    new Command('edit')
      .description('Change metadata of images; "" removes an optional member')
      .argument(...IMAGE_IDS),
  )
    .option('--user <name or id>', 'User whom the feed names for changes of subjects')
    .addOption(createDataOption())
    .action((ids, options) => runEditImages(cli, ids, options))
