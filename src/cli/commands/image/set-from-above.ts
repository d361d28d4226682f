import { Argument, Command } from '@commander-js/extra-typings'
import { createPlaceOption } from '../../host/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import { editImages, IMAGE_IDS } from './change-images.ts'

const ANSWERS = ['yes', 'no'] as const

export const setFromAboveCommand: CommandFactory = (cli) =>
  new Command('set-from-above')
    .description('Say whether images were taken from above; these need polygons')
    .addArgument(new Argument('<answer>', 'Whether they were taken from above').choices(ANSWERS))
    .argument(...IMAGE_IDS)
    .addOption(createPlaceOption('PATCH /api/v2/images/:id/'))
    .action((answer, ids, options) => {
      const body = { from_above: answer === 'yes' }
      return editImages(cli, { ...options, ids, body, isModerated: true, columns: ['from_above'] })
    })
