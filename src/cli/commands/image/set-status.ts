import { Argument, Command } from '@commander-js/extra-typings'
import { createPlaceOption } from '../../host/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import { editImages, IMAGE_IDS } from './change-images.ts'

/** The other statuses follow from georeferences and duplicates. */
const STATUSES = ['available', 'will_not_georef'] as const

export const setStatusCommand: CommandFactory = (cli) =>
  new Command('set-status')
    .description('Open images for georeferences, or close them')
    .addArgument(new Argument('<status>', 'Status to set').choices(STATUSES))
    .argument(...IMAGE_IDS)
    .addOption(createPlaceOption('PATCH /api/v2/images/:id/'))
    .action((status, ids, options) => {
      const body = { will_not_georef: status === 'will_not_georef' }
      return editImages(cli, { ...options, ids, body, isModerated: true })
    })
