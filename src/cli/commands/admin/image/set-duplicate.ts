import { Command, Option } from '@commander-js/extra-typings'
import { invalid } from '../../../../core/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parsePositiveInteger } from '../../../option-parsers.ts'
import { createDataOption, type DataOption } from '../with-catalog.ts'
import { changeImages, IMAGE_IDS } from './change-images.ts'

interface Options extends DataOption {
  of?: number
  none?: true
}

async function runSetDuplicate(cli: Cli, ids: readonly string[], options: Options): Promise<void> {
  const { of, none } = options
  if ((of === undefined) === (none === undefined)) {
    throw invalid('set-duplicate', 'requires either --of or --none')
  }
  const { setDuplicate } = await import('../../../../core/writes/images/set-duplicate.ts')
  await changeImages(cli, options, {
    ids,
    change: (tx, imageId, context) => setDuplicate(tx, { imageId, original: of ?? null }, context),
    columns: ['duplicate_of'],
  })
}

export const setDuplicateCommand: CommandFactory = (cli) =>
  new Command('set-duplicate')
    .description('Mark images as duplicates of another image')
    .argument(...IMAGE_IDS)
    .addOption(
      new Option('--of <id>', 'The image that they duplicate').argParser(parsePositiveInteger),
    )
    .option('--none', 'They are no duplicates')
    .addOption(createDataOption())
    .action((ids, options) => runSetDuplicate(cli, ids, options))
