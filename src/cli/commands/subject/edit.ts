import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../terminal/output.ts'
import { requireEdits } from '../../options/edit-options.ts'

interface Options {
  title?: string
  slug?: string
  description?: string
}

async function runEditSubject(cli: Cli, named: string, options: Placed<Options>): Promise<void> {
  const { getRecord } = await import('./get-record.ts')
  const { title, slug, description } = options
  const members = { title, slug, description }
  const body = requireEdits('edit', members, '--title, --slug or --description')
  const edited = await withApi(cli, options, async (api) => {
    const { id } = await getRecord(api, named)
    await api.send({ method: 'PATCH', path: `/api/v2/subjects/${id}/`, body })
    return getRecord(api, String(id))
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
    .addOption(createPlaceOption('PATCH /api/v2/subjects/:id/'))
    .action((named, options) => runEditSubject(cli, named, options))
