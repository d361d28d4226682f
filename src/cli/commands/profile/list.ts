import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { hint, print } from '../../terminal/output.ts'

export const profileListCommand: CommandFactory = (cli) =>
  new Command('list').description('List your profiles').action(async () => {
    const { listProfiles } = await import('../../login/profiles.ts')
    const profiles = await listProfiles(cli)
    if (profiles.length === 0) hint(cli, 'You have no profiles. Sign in with: catalog login URL')
    print(cli, profiles, ['name', 'url', 'username', 'current'])
  })
