import { Command } from '@commander-js/extra-typings'
import { createPlaceOption } from '../../host/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import { addMetadataOptions, readMetadata } from '../../options/metadata-options.ts'
import { requireEdits } from '../../options/edit-options.ts'
import { editImages, IMAGE_IDS } from './change-images.ts'

export const editImagesCommand: CommandFactory = (cli) =>
  addMetadataOptions(
    new Command('edit')
      .description('Change metadata of images; "" removes an optional member')
      .argument(...IMAGE_IDS),
  )
    .option('--user <name or id>', 'On the host, user whom the feed names for changes of subjects')
    .addOption(createPlaceOption('PATCH /api/v2/images/:id/'))
    .action((ids, { data, user, ...flags }) => {
      const members = readMetadata(flags)
      const body = requireEdits('edit', members, 'at least one member to change, such as --title')
      return editImages(cli, { ...(data !== undefined && { data }), user, ids, body })
    })
