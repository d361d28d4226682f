import { Command, Option } from '@commander-js/extra-typings'
import { readResults } from '../../client/read-results.ts'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parseNonBlank, parsePositiveInteger } from '../../options/option-parsers.ts'
import { hint, print } from '../../terminal/output.ts'

interface Options {
  title?: string
  untagged?: true
  withoutGeometry?: true
  limit: number
}

async function runListRecords(cli: Cli, options: Placed<Options>): Promise<void> {
  const { subjectRecordPage: schema } = await import('../../../core/contract/subject-record.ts')
  const { title, limit } = options
  const query = {
    title,
    tagged: options.untagged && 'false',
    outlined: options.withoutGeometry && 'false',
  }
  const path = '/api/v2/subject-records/'
  const subjects = await withApi(cli, options, (api) =>
    readResults(api, { path, query, schema, limit: limit + 1 }),
  )
  print(cli, subjects.slice(0, limit), ['id', 'item', 'slug', 'title', 'images', 'geometries'])
  if (subjects.length > limit) hint(cli, `There are more than ${limit}. Show more with --limit.`)
}

/** Creates `catalog subject records`, formerly `catalog admin subject list`. */
export function createRecordsCommand(name: 'records' | 'list'): CommandFactory {
  return (cli) =>
    new Command(name)
      .description('List subjects by title, also those without images')
      .addOption(
        new Option('--title <text>', 'Subjects whose title contains this').argParser(parseNonBlank),
      )
      .option('--untagged', 'Subjects of no image')
      .option('--without-geometry', 'Subjects without a geometry')
      .addOption(
        new Option('--limit <number>', 'List at most this many')
          .argParser(parsePositiveInteger)
          .default(100),
      )
      .addOption(createPlaceOption())
      .action((options) => runListRecords(cli, options))
}
