import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { hint, print } from '../../../terminal/output.ts'
import { createImageFileFinder } from '../find-image-file.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

const DEFAULT_LIMIT = 50

interface Options extends DataOption {
  after: number
  limit: number
}

async function runListDamaged(cli: Cli, options: Options): Promise<void> {
  const { listDamagedImages } = await import('../../../../core/queries/images/damaged-images.ts')
  const { after, limit } = options
  const rows = await withCatalog(cli, options, async (catalog) => {
    const images = await listDamagedImages(catalog.reads, { after, limit: limit + 1 })
    const fileOf = await createImageFileFinder(catalog)
    return images.map((image) => {
      const { id, title, reference_id, collection, damage } = image
      return { id, title, reference_id, collection, damage, file: fileOf(id, image) }
    })
  })
  const shown = rows.slice(0, limit)
  print(cli, shown, ['id', 'collection', 'reference_id', 'title'], ['damage'])
  const last = shown.at(-1)
  if (rows.length > limit && last) hint(cli, `There are more. Continue with --after ${last.id}.`)
}

export const listDamagedCommand: CommandFactory = (cli) =>
  new Command('damaged')
    .description('List images whose files are damaged')
    .addOption(
      new Option('--after <id>', 'List only images with ids above this one')
        .argParser(parsePositiveInteger)
        .default(0),
    )
    .option('--limit <number>', 'List at most this many', parsePositiveInteger, DEFAULT_LIMIT)
    .addOption(createDataOption())
    .action((options) => runListDamaged(cli, options))
