import { Command } from '@commander-js/extra-typings'
import { invalid } from '../../../../core/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { requireEdits } from '../edit-options.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  title?: string
  slug?: string
  description?: string
}

async function runEditSubject(cli: Cli, subject: string, options: Options): Promise<void> {
  const { title, slug, description } = options
  const edits = requireEdits(
    'edit',
    { title, slug, description },
    '--title, --slug or --description',
  )
  if (slug?.trim() === '') throw invalid('--slug', 'must not be blank')
  const { subjectEdit } = await import('../../../../core/contract/new-subject.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { updateSubject } = await import('../../../../core/writes/subjects/edit-subject.ts')
  const { getSubjectId } = await import('../../../../core/queries/subject-id.ts')
  const { getSubjectRecord } = await import('../../../../core/queries/subject-records.ts')
  const update = parseFields(subjectEdit, edits)
  const edited = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const id = await getSubjectId(reads, subject)
    await write((tx) => updateSubject(tx, id, update, { actor, now: clock.now() }))
    return getSubjectRecord(reads, id)
  })
  printRecord(cli, edited)
}

export const editSubjectCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change the title, slug or description of a subject')
    .argument('<subject>', 'Id, slug or Wikidata item')
    .option('--title <text>', 'New title; a refresh does not overwrite it')
    .option('--slug <slug>', 'New slug; imports that use the old one fail')
    .option('--description <text>', "New description; empty to show the Wikidata item's")
    .addOption(createDataOption())
    .action((subject, options) => runEditSubject(cli, subject, options))
