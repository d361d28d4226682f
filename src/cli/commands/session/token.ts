import { Command, Option } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../core/base/clock.ts'
import type { CommandFactory } from '../../command.ts'
import { createNotSignedInError } from '../../login/not-signed-in.ts'
import { parseDuration } from '../../options/option-parsers.ts'
import { printText } from '../../terminal/output.ts'
import { toSafeJson } from '../../terminal/sanitize.ts'

export const tokenCommand: CommandFactory = (cli) =>
  new Command('token')
    .description('Print a valid access token, refreshing it if necessary')
    .addOption(
      new Option('--min-valid <time>', 'Minimum time until it expires, such as 30m or 2h')
        .argParser(parseDuration)
        .default(60, '60s'),
    )
    .option('--print-expiry', 'Print the expiry time on a second line')
    .action(async (options) => {
      const { openSession } = await import('../../login/session.ts')
      const { readCredentials } = await import('../../login/credentials.ts')
      const session = await openSession(cli)
      const token = await session.getToken(options.minValid)
      if (token === undefined) throw createNotSignedInError(session.url)
      const stored = (await readCredentials(cli)).instances[session.url]?.tokens
      const expires =
        session.source === 'login' && stored ? formatTimestamp(stored.expires_at) : null
      if (cli.globals.output === 'json') {
        printText(cli, toSafeJson({ access_token: token, expires_at: expires }))
      } else {
        printText(cli, options.printExpiry ? `${token}\n${expires ?? 'unknown'}` : token)
      }
    })
