import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parseNonBlank, parsePositiveInteger } from '../../../option-parsers.ts'
import { hint, print } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  title?: string
  untagged?: true
  withoutGeometry?: true
  limit: number
}

async function runListSubjects(cli: Cli, options: Options): Promise<void> {
  const { listSubjectRecords } = await import('../../../../core/queries/subject-records.ts')
  const { title, limit } = options
  const filter = {
    title,
    tagged: options.untagged ? false : undefined,
    hasGeometry: options.withoutGeometry ? false : undefined,
  }
  const subjects = await withCatalog(cli, options, ({ reads }) =>
    listSubjectRecords(reads, filter, limit + 1),
  )
  print(cli, subjects.slice(0, limit), ['id', 'item', 'slug', 'title', 'images', 'geometries'])
  if (subjects.length > limit) hint(cli, `There are more than ${limit}. Show more with --limit.`)
}

export const listSubjectsCommand: CommandFactory = (cli) =>
  new Command('list')
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
    .addOption(createDataOption())
    .action((options) => runListSubjects(cli, options))
