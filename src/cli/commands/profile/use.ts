import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { tell } from '../../output.ts'

export const profileUseCommand: CommandFactory = (cli) =>
  new Command('use')
    .description('choose the instance that commands go to when they name none')
    .argument('<profile>', 'its name or address')
    .action(async (named) => {
      const { useProfile } = await import('../../login/profiles.ts')
      tell(cli, `Commands go to ${await useProfile(cli, named)} from now on.`)
    })
