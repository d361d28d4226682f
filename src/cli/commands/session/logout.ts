import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { createNothingStoredError } from '../../login/not-signed-in.ts'
import { print, tell } from '../../terminal/output.ts'

export const logoutCommand: CommandFactory = (cli) =>
  new Command('logout')
    .description('Sign out and revoke the stored tokens')
    .option('--all', 'Sign out of every instance')
    .option('--keep-grant', 'Delete the stored tokens here, but leave the app authorized')
    .action(async (options) => {
      const { signOut } = await import('../../login/sign-out.ts')
      const { openSession } = await import('../../login/session.ts')
      const urls = options.all ? undefined : [(await openSession(cli)).url]
      const results = await signOut(cli, { ...(urls && { urls }), ...options })
      if (results.length === 0 && urls) throw createNothingStoredError(urls.join())
      for (const { url, problem } of results) {
        if (problem === null) continue
        tell(cli, `Deleted the tokens here, but could not revoke them at ${url}: ${problem}`)
      }
      print(cli, results, ['url', 'username', 'revoked'])
    })
