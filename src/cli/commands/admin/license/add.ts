import { Command } from '@commander-js/extra-typings'
import { conflict } from '../../../../core/errors.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { printRecord } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  displayName?: string
  permalink?: string
}

async function runAddLicense(cli: Cli, name: string, options: Options): Promise<void> {
  const { newLicense } = await import('../../../../core/contract/new-license.ts')
  const { parseFields } = await import('../../../../core/contract/parse-fields.ts')
  const { addLicense } = await import('../../../../core/actions/add-license.ts')
  const license = parseFields(newLicense, {
    name,
    display_name: options.displayName ?? name,
    permalink: options.permalink,
  })
  const added = await withCatalog(cli, options, ({ write, clock }, { actor }) =>
    write((tx) => addLicense(tx, license, { actor, now: clock.now() })),
  )
  if (!added) throw conflict(`A license named ${name} already exists.`)
  printRecord(cli, { ...added, ...license })
}

export const addLicenseCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Add a license')
    .argument('<name>', 'Name used by imports, such as CC-BY-4.0')
    .option('--display-name <text>', 'Name shown to people (default: the name)')
    .option('--permalink <address>', 'Page that explains the license')
    .addOption(createDataOption())
    .action((name, options) => runAddLicense(cli, name, options))
