import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { tell } from '../../terminal/output.ts'

export const profileUseCommand: CommandFactory = (cli) =>
  new Command('use')
    .description('Set the default instance')
    .argument('<profile>', 'Name or address of the instance')
    .action(async (named) => {
      const { useProfile } = await import('../../login/profiles.ts')
      tell(cli, `The default instance is now ${await useProfile(cli, named)}.`)
    })
