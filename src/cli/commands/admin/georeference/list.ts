import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../output.ts'
import {
  createAfterOption,
  createImageOption,
  createLimitOption,
  createUserOption,
  takePage,
  toFilter,
  type ListOptions,
} from '../contributions/list-options.ts'
import { createDataOption, withCatalog } from '../with-catalog.ts'

const POINT_COLUMNS = ['id', 'image', 'latitude', 'longitude', 'direction']
const COMMON_COLUMNS = ['confidence', 'user', 'georeferenced_at', 'validations']

interface Options extends ListOptions {
  fromAbove?: true
}

async function runListGeoreferences(cli: Cli, options: Options): Promise<void> {
  const { listEveryGeoreference } = await import('../../../../core/queries/contribution-lists.ts')
  const kind = options.fromAbove ? 'from_above_georeference' : 'georeference'
  const rows = await withCatalog(cli, options, async (catalog) =>
    listEveryGeoreference(catalog.reads, kind, await toFilter(catalog, options)),
  )
  const shown = takePage(cli, rows, options).map(({ created_at, polygon, ...row }) => ({
    ...row,
    ...(polygon !== undefined && { polygon: JSON.parse(polygon) as object }),
    georeferenced_at: formatTimestamp(created_at),
  }))
  const columns = options.fromAbove ? ['id', 'image'] : POINT_COLUMNS
  print(cli, shown, [...columns, ...COMMON_COLUMNS], ['confidence_notes'])
}

export const listGeoreferencesCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List all georeferences of images, not only the newest ones')
    .option('--from-above', 'List polygons instead of points')
    .addOption(createImageOption())
    .addOption(createUserOption())
    .addOption(createAfterOption())
    .addOption(createLimitOption())
    .addOption(createDataOption())
    .action((options) => runListGeoreferences(cli, options))
