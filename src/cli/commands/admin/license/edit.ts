import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { requireEdits } from '../edit-options.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  name?: string
  displayName?: string
  permalink?: string
}

async function runEditLicense(cli: Cli, named: string, options: Options): Promise<void> {
  const { licenseEdit } = await import('../../../../core/contract/new-license.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { editLicense } = await import('../../../../core/actions/edit-license.ts')
  const { getLicense, getLicenseByName } = await import('../../../../core/queries/licenses.ts')
  const { name, displayName: display_name, permalink } = options
  const members = { name, display_name, permalink }
  const edits = requireEdits('edit', members, '--name, --display-name or --permalink')
  const edit = parseFields(licenseEdit, edits)
  const license = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const { id } = await getLicenseByName(reads, named)
    await write((tx) => editLicense(tx, id, edit, { actor, now: clock.now() }))
    return getLicense(reads, id)
  })
  printRecord(cli, license)
}

export const editLicenseCommand: CommandFactory = (cli) =>
  new Command('edit')
    .description('Change a license for all images that have it')
    .argument('<name>', 'Name of the license')
    .option('--name <name>', 'Name used by imports')
    .option('--display-name <text>', 'Name shown to people')
    .option('--permalink <address>', 'Page that explains the license; "" removes it')
    .addOption(createDataOption())
    .action((named, options) => runEditLicense(cli, named, options))
