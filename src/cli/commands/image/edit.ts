import { Command, Argument } from '@commander-js/extra-typings'
import { invalid } from '../../../core/base/errors.ts'
import type { CommandFactory } from '../../command.ts'
import { createPlaceOption } from '../../host/with-api.ts'
import { addMetadataOptions, readMetadata } from '../../options/metadata-options.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { createMirrorOption, createRotationOption } from '../../options/transform-options.ts'
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

export const setDuplicateCommand: CommandFactory = (cli) =>
  new Command('set-duplicate')
    .description('Mark images as duplicates of another image')
    .argument(...IMAGE_IDS)
    .option('--of <id>', 'The image that they duplicate', parsePositiveInteger)
    .option('--none', 'They are no duplicates')
    .addOption(createPlaceOption('PATCH /api/v2/images/:id/'))
    .action((ids, { of, none, ...options }) => {
      if ((of === undefined) === (none === undefined)) {
        throw invalid('set-duplicate', 'requires either --of or --none')
      }
      const change = {
        body: { duplicate_of: of ?? null },
        columns: ['duplicate_of'],
        isModerated: true,
      }
      return editImages(cli, { ...options, ...change, ids, others: of === undefined ? [] : [of] })
    })

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

export const setScaleCommand: CommandFactory = (cli) =>
  new Command('set-scale')
    .description('Record the scale of maps and images taken from above')
    .argument('<scale>', 'Scale, such as 1:5000; "" removes it')
    .argument(...IMAGE_IDS)
    .addOption(createPlaceOption('PATCH /api/v2/images/:id/'))
    .action((scale, ids, options) =>
      editImages(cli, { ...options, ids, body: { scale }, isModerated: true, columns: ['scale'] }),
    )

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
