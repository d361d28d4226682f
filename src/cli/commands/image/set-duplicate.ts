import { Command, Option } from '@commander-js/extra-typings'
import { invalid } from '../../../core/base/errors.ts'
import { createPlaceOption } from '../../host/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { editImages, IMAGE_IDS } from './change-images.ts'

export const setDuplicateCommand: CommandFactory = (cli) =>
  new Command('set-duplicate')
    .description('Mark images as duplicates of another image')
    .argument(...IMAGE_IDS)
    .addOption(
      new Option('--of <id>', 'The image that they duplicate').argParser(parsePositiveInteger),
    )
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
