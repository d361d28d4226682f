import { Command } from '@commander-js/extra-typings'
import { createPlaceOption } from '../../host/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import { editImages, IMAGE_IDS } from './change-images.ts'

export const setScaleCommand: CommandFactory = (cli) =>
  new Command('set-scale')
    .description('Record the scale of maps and images taken from above')
    .argument('<scale>', 'Scale, such as 1:5000; "" removes it')
    .argument(...IMAGE_IDS)
    .addOption(createPlaceOption('PATCH /api/v2/images/:id/'))
    .action((scale, ids, options) =>
      editImages(cli, { ...options, ids, body: { scale }, isModerated: true, columns: ['scale'] }),
    )
