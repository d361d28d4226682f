import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../core/clock.ts'
import { CatalogError } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { duration } from '../../option-types.ts'
import { printText } from '../../output.ts'
import { toJson } from '../../printable.ts'

interface TokenOptions {
  minValid: number
  printExpiry?: true
}

async function runToken(cli: Cli, options: TokenOptions): Promise<void> {
  const { openSession } = await import('../../login/session.ts')
  const { readCredentials } = await import('../../login/credentials.ts')
  const session = await openSession(cli)
  const token = await session.token(options.minValid)
  if (token === undefined) {
    throw new CatalogError('unauthenticated', `You are not signed in to ${session.url}.`, {
      code: 'not_signed_in',
    })
  }
  const kept = (await readCredentials(cli)).instances[session.url]?.tokens
  const expires = session.source === 'login' && kept ? formatTimestamp(kept.expires_at) : null
  if (cli.globals.output === 'json') {
    printText(cli, toJson({ access_token: token, expires_at: expires }))
  } else {
    printText(cli, options.printExpiry ? `${token}\n${expires ?? 'unknown'}` : token)
  }
}

export const tokenCommand: CommandFactory = (cli) =>
  new Command('token')
    .description('print an access token for scripts, renewed first where needed')
    .option('--min-valid <time>', 'how long it must stay valid: 90s, 30m, 2h', duration, 60)
    .option('--print-expiry', 'print when it expires on a second line')
    .action((options) => runToken(cli, options))
