import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { tell } from '../../terminal/output.ts'

async function runProfileRemove(cli: Cli, named: string): Promise<void> {
  const { removeProfile } = await import('../../login/profiles.ts')
  const signedOut = await removeProfile(cli, named)
  tell(cli, `Removed the profile "${named}".`)
  if (signedOut?.problem)
    tell(cli, `The tokens were not revoked at ${signedOut.url}: ${signedOut.problem}`)
}

export const profileRemoveCommand: CommandFactory = (cli) =>
  new Command('remove')
    .description('Sign out of an instance and remove its profile')
    .argument('<profile>', 'Name or address of the instance')
    .action((named) => runProfileRemove(cli, named))
