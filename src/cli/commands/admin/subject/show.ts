import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

async function runShowSubject(cli: Cli, subject: string, options: DataOption): Promise<void> {
  const { getSubjectId } = await import('../../../../core/queries/subject-id.ts')
  const { getSubjectRecord } = await import('../../../../core/queries/subject-records.ts')
  const record = await withCatalog(cli, options, async ({ reads }) =>
    getSubjectRecord(reads, await getSubjectId(reads, subject)),
  )
  printRecord(cli, record)
}

export const showSubjectCommand: CommandFactory = (cli) =>
  new Command('show')
    .description('Show a subject and the numbers of its images and geometries')
    .argument('<subject>', 'Id, slug or Wikidata item')
    .addOption(createDataOption())
    .action((subject, options) => runShowSubject(cli, subject, options))
