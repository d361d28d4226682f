import { Command } from '@commander-js/extra-typings'
import { createPlaceOption } from '../../host/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import { createMirrorOption, createRotationOption } from '../../options/transform-options.ts'
import { requireEdits } from '../../options/edit-options.ts'
import { editImages, IMAGE_IDS } from './change-images.ts'

export const transformImagesCommand: CommandFactory = (cli) =>
  new Command('transform')
    .description('Set how images are turned when they are shown')
    .argument(...IMAGE_IDS)
    .addOption(
      createRotationOption('--rotate <degrees>', 'Clockwise rotation of the original file'),
    )
    .addOption(createMirrorOption())
    .addOption(createPlaceOption('PATCH /api/v2/images/:id/'))
    .action((ids, { rotate: rotation, mirror, ...options }) => {
      const body = requireEdits('transform', { rotation, mirror }, '--rotate or --mirror')
      return editImages(cli, { ...options, ids, body })
    })
