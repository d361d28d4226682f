import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../core/base/clock.ts'
import type { CommandFactory } from '../../command.ts'
import { formatTime } from '../../terminal/format.ts'
import { createNotSignedInError } from '../../login/not-signed-in.ts'
import type { Session } from '../../login/session.ts'
import { hint, printRecord } from '../../terminal/output.ts'

function requireSignIn({ url, source }: Session): void {
  if (source === 'none') throw createNotSignedInError(url)
}

export const whoamiCommand: CommandFactory = (cli) =>
  new Command('whoami')
    .description('Show the signed-in account and its permissions')
    .action(async () => {
      const { openSession } = await import('../../login/session.ts')
      const { getCredentialsPath } = await import('../../login/credentials-file.ts')
      const { readCredentials } = await import('../../login/credentials.ts')
      const { openApi } = await import('../../client/api.ts')
      const { fetchIdentity, findImportObstacle } = await import('../../client/identity.ts')

      const session = await openSession(cli)
      requireSignIn(session)
      const who = await fetchIdentity(openApi(cli, session))
      const isSignedIn = session.source === 'login'
      const stored = isSignedIn ? (await readCredentials(cli)).instances[session.url] : undefined
      const obstacle = findImportObstacle(who, session.source)
      if (obstacle !== undefined) hint(cli, obstacle)
      const expiresAt =
        who.expires_at ?? (stored?.tokens ? formatTimestamp(stored.tokens.expires_at) : null)
      const isForPeople = cli.globals.output === 'human'
      printRecord(cli, {
        url: session.url,
        ...who,
        expires_at: isForPeople && expiresAt !== null ? formatTime(expiresAt) : expiresAt,
        token_from: stored ? (stored.store ?? getCredentialsPath(cli.env)) : session.source,
      })
    })
