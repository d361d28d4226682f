import { Command } from '@commander-js/extra-typings'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { hint, print, tell } from '../terminal/output.ts'

const profileListCommand: CommandFactory = (cli) =>
  new Command('list').description('List your profiles').action(async () => {
    const { listProfiles } = await import('../login/profiles.ts')
    const profiles = await listProfiles(cli)
    if (profiles.length === 0) hint(cli, 'You have no profiles. Sign in with: catalog login URL')
    print(cli, profiles, ['name', 'url', 'username', 'current'])
  })

const profileUseCommand: CommandFactory = (cli) =>
  new Command('use')
    .description('Set the default instance')
    .argument('<profile>', 'Name or address of the instance')
    .action(async (named) => {
      const { useProfile } = await import('../login/profiles.ts')
      tell(cli, `The default instance is now ${await useProfile(cli, named)}.`)
    })

const profileRemoveCommand: CommandFactory = (cli) =>
  new Command('remove')
    .description('Sign out of an instance and remove its profile')
    .argument('<profile>', 'Name or address of the instance')
    .action(async (named) => {
      const { removeProfile } = await import('../login/profiles.ts')
      const signedOut = await removeProfile(cli, named)
      tell(cli, `Removed the profile "${named}".`)
      if (signedOut?.problem)
        tell(cli, `The tokens were not revoked at ${signedOut.url}: ${signedOut.problem}`)
    })

export const profileCommand = createCommandGroup(
  'profile',
  'Manage the instances that you have signed in to',
  [profileListCommand, profileUseCommand, profileRemoveCommand],
)
