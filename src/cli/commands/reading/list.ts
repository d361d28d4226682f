import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { ResourceApi } from '../../client/api.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { CommandFactory } from '../../command.ts'
import {
  addFilterOptions,
  toFilterParameters,
  type FilterFlags,
} from '../../options/filter-options.ts'
import { formatCount } from '../../terminal/format.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { hint, isForPrograms, printParts, tell } from '../../terminal/output.ts'
import { listPath, type Resource } from '../../reading/resources.ts'

interface ListFlags extends FilterFlags {
  ordering?: string
  limit: number
  all?: true
  pageSize: number
}

async function runList(cli: Cli, resource: Resource, flags: Placed<ListFlags>): Promise<void> {
  await withApi(cli, flags, (api) => printList(cli, api, { resource, flags }))
}

interface List {
  resource: Resource
  flags: ListFlags
}

async function printList(cli: Cli, api: ResourceApi, { resource, flags }: List): Promise<void> {
  const { resolveFilters } = await import('../../client/resolve-filters.ts')
  const { readPages } = await import('../../reading/read-pages.ts')
  const { summarize } = await import('../../reading/summarize.ts')
  const filters = await resolveFilters(api, toFilterParameters(flags))
  const limit = flags.all ? Infinity : flags.limit
  const parts = readPages(api, listPath(resource), {
    query: { ...filters, ...(flags.ordering !== undefined && { ordering: flags.ordering }) },
    pageSize: Math.min(flags.pageSize, limit),
    limit,
    onUnsettled: () =>
      tell(cli, 'The list kept changing while it was read, so objects may be missing.'),
  })
  const found = { shown: 0, count: 0 }
  const rows = async function* () {
    for await (const { items, count } of parts) {
      found.shown += items.length
      found.count = Math.max(count, found.shown)
      yield isForPrograms(cli) ? items : items.map(summarize)
    }
  }
  await printParts(cli, rows(), resource.columns)
  if (found.shown < found.count) {
    const all = formatCount(found.count, resource.noun)
    hint(cli, `The first ${found.shown} of ${all}. To get all of them: --all`)
  } else hint(cli, `${formatCount(found.shown, resource.noun)}.`)
}

/** Creates `catalog <noun> list`. */
export function createListCommand(resource: Resource): CommandFactory {
  return (cli) => {
    const { plural, filters, orders } = resource
    const command = new Command('list').description(`List ${plural}`)
    for (const option of orders.length > 0 ? createPageOptions(resource) : []) {
      command.addOption(option)
    }
    command.addOption(createPlaceOption())
    if (filters.length > 0) addFilterOptions(command, filters, plural)
    return command.action((flags: object) => runList(cli, resource, { ...DEFAULTS, ...flags }))
  }
}

const DEFAULTS = { limit: Infinity, pageSize: 100 }

function createPageOptions({ plural, orders }: Resource): Option[] {
  return [
    new Option(
      '--ordering <fields>',
      `Fields to sort by, a minus for descending order: ${orders.join(', ')}`,
    ).argParser((text) => parseOrderFields(text, orders)),
    new Option('--limit <number>', `Greatest number of ${plural}`)
      .default(50)
      .argParser(parsePositiveInteger),
    new Option('--all', `List all ${plural}`).conflicts('limit'),
    new Option('--page-size <number>', 'Objects per request, at most 100')
      .default(DEFAULTS.pageSize)
      .argParser(parsePositiveInteger),
  ]
}

/** The server ignores unknown fields, so a misspelled one would be hard to notice. */
function parseOrderFields(text: string, orders: readonly string[]): string {
  const fields = text.split(',').map((field) => field.trim())
  const unknown = fields.find((field) => !orders.includes(field.replace(/^-/, '')))
  if (unknown === undefined) return fields.join(',')
  throw new InvalidArgumentError(`Must be any of ${orders.join(', ')}.`)
}
