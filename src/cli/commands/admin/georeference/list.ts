import { formatTimestamp } from '../../../../core/base/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { print } from '../../../terminal/output.ts'
import {
  createListCommand,
  takePage,
  toFilter,
  type ListOptions,
} from '../contributions/list-options.ts'
import { withCatalog } from '../../../host/with-catalog.ts'

const POINT_COLUMNS = ['id', 'image', 'latitude', 'longitude', 'direction']
const COMMON_COLUMNS = ['confidence', 'user', 'georeferenced_at', 'validations']

interface Options extends ListOptions {
  fromAbove?: true
}

async function runListGeoreferences(cli: Cli, options: Options): Promise<void> {
  const { listEveryGeoreference } =
    await import('../../../../core/queries/people/contribution-lists.ts')
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
  createListCommand('List all georeferences of images, not only the newest ones')
    .option('--from-above', 'List polygons instead of points')
    .action((options) => runListGeoreferences(cli, options))
