import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { tell } from '../../output.ts'

async function runImportForget(cli: Cli, named: string): Promise<void> {
  const { openImport } = await import('./batch-argument.ts')
  const { forget } = await import('../../import/forget.ts')
  using found = await openImport(cli, named)
  const { manifest } = found.batch
  if (!(await agreed(cli, manifest))) return tell(cli, 'Nothing was forgotten.')
  await forget(cli, found)
  tell(cli, `The import of ${manifest} is forgotten. Its images stay.`)
}

async function agreed(cli: Cli, manifest: string): Promise<boolean> {
  if (cli.globals.yes) return true
  if (cli.interactive && cli.globals.input) {
    const question = `Forget the import of ${manifest}? Importing it again would make every image anew.`
    return await cli.prompts.confirm(question, cli.signal)
  }
  throw new CatalogError('invalid', 'Say --yes: an import that is forgotten can be made twice.', {
    code: 'usage',
  })
}

export const importForgetCommand: CommandFactory = (cli) =>
  new Command('forget')
    .description('remove the journal of an import whose rows are all decided')
    .argument('<import>', 'its manifest, or its id')
    .action((named) => runImportForget(cli, named))
