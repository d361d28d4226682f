import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { invalid } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord, tell } from '../../output.ts'

const DEFAULT_SCOPE = 'read import'

interface LoginOptions {
  browser: boolean
  port: number
  scope: string
  force?: true
}

/** Signs in, keeps the tokens, and tells at once what they are good for. */
async function runLogin(cli: Cli, given: string | undefined, options: LoginOptions) {
  const { isRemote, signIn } = await import('../../login/sign-in.ts')
  const { keepSignIn, knownServer, rememberedInstance } = await import('../../login/keep.ts')
  const { normalizeInstance } = await import('../../login/instance.ts')
  const { fetchIdentity, importObstacle } = await import('../../identity.ts')

  const named = given ?? cli.globals.url ?? (await rememberedInstance(cli))
  if (named === undefined) throw invalid('URL', 'is missing: catalog login https://…')
  const url = normalizeInstance(named)
  const { clientId, server } = await knownServer(cli, url)
  const granted = await signIn(cli, server, {
    scope: options.scope,
    port: options.port,
    browser: options.browser && !isRemote(cli.env),
    force: options.force === true,
  })
  const who = await fetchIdentity(await apiWith(cli, url, granted.access_token))
  await keepSignIn(cli, { url, clientId, granted, username: who.username, scope: options.scope })
  tell(cli, `Signed in to ${url} as ${who.username}.`)
  const obstacle = options.scope.split(' ').includes('import') ? importObstacle(who) : undefined
  if (obstacle !== undefined) tell(cli, obstacle)
  // People have just been told; `catalog whoami` tells more.
  if (cli.globals.output !== 'human') printRecord(cli, { url, ...who })
}

async function apiWith(cli: Cli, url: string, token: string) {
  const { openApi } = await import('../../api.ts')
  return openApi(cli, {
    url,
    source: 'login',
    token: () => Promise.resolve(token),
    renew: () => Promise.resolve(undefined),
  })
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('It should be a number from 0 to 65535.')
}

export const loginCommand: CommandFactory = (cli) =>
  new Command('login')
    .description('sign in to an instance with your browser')
    .argument('[url]', 'address of the instance (default: the one signed in to last)')
    .option('--no-browser', 'print the address instead of opening a browser')
    .option('--port <number>', 'port on this machine that the browser comes back to', parsePort, 0)
    .option('--scope <scopes>', 'what the token shall be good for', DEFAULT_SCOPE)
    .option('--force', 'show the consent page again')
    .action((url, options) => runLogin(cli, url, options))
