import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { invalid } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { isRemote } from '../../client/is-remote.ts'
import { printRecord, tell } from '../../terminal/output.ts'

const DEFAULT_SCOPE = 'read import'

interface LoginOptions {
  browser: boolean
  port: number
  scope: string
  force?: true
  clientId?: string
  credentialStore?: 'file' | 'keyring'
}

/** Signs in, saves the tokens, and prints whether the user can import. */
async function runLogin(cli: Cli, given: string | undefined, options: LoginOptions) {
  const { signIn } = await import('../../login/sign-in.ts')
  const { findOrRegisterClient } = await import('../../login/find-client.ts')
  const { chooseStore, requireUnusedName, saveSignIn } = await import('../../login/save-sign-in.ts')
  const { fetchIdentity, findImportObstacle } = await import('../../client/identity.ts')

  const { url, profile } = await resolveInstance(cli, given)
  if (profile !== undefined) await requireUnusedName(cli, url, profile)
  const store = await chooseStore(cli, url, options.credentialStore)
  const { clientId, server } = await findOrRegisterClient(cli, url, options.clientId)
  const granted = await signIn(cli, server, {
    scope: options.scope,
    port: options.port,
    browser: options.browser && !isRemote(cli.env),
    force: options.force === true,
  })
  const who = await fetchIdentity(await openApiWithToken(cli, url, granted.access_token))
  const { username } = who
  await saveSignIn(cli, {
    url,
    clientId,
    granted,
    username,
    scope: options.scope,
    profile,
    store,
  })
  tell(cli, `Signed in to ${url} as ${username}.`)
  const obstacle = options.scope.split(' ').includes('import')
    ? findImportObstacle(who, 'login')
    : undefined
  if (obstacle !== undefined) tell(cli, obstacle)
  // The message above already tells a person; programs get the whole record.
  if (cli.globals.output !== 'human') printRecord(cli, { url, ...who })
}

/** With a URL, `--profile` names the new profile; without one, it selects an existing profile. */
async function resolveInstance(cli: Cli, given: string | undefined) {
  const { normalizeInstanceUrl } = await import('../../login/instance-url.ts')
  const { chooseInstance } = await import('../../login/choose-instance.ts')
  const { readCredentials } = await import('../../login/credentials.ts')
  if (given !== undefined) {
    return { url: normalizeInstanceUrl(given), profile: requireProfileName(cli.globals.profile) }
  }
  const url = chooseInstance(cli, await readCredentials(cli))
  if (url !== undefined) return { url, profile: undefined }
  throw invalid('URL', 'is required: catalog login https://…')
}

function requireProfileName(profile: string | undefined): string | undefined {
  if (profile === undefined || /^[\w.:-]{1,64}$/.test(profile)) return profile
  throw invalid(
    '--profile',
    'must consist of at most 64 letters, digits, underscores, dots, hyphens and colons',
  )
}

async function openApiWithToken(cli: Cli, url: string, token: string) {
  const { openApi } = await import('../../client/api.ts')
  return openApi(cli, {
    url,
    source: 'login',
    getToken: () => Promise.resolve(token),
    refreshToken: () => Promise.resolve(undefined),
  })
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Must be a number from 0 to 65535.')
}

export const loginCommand: CommandFactory = (cli) =>
  new Command('login')
    .description('Sign in to an instance with your browser')
    .argument('[url]', 'URL of the instance (default: the current profile)')
    .option('--no-browser', 'Print the sign-in URL instead of opening a browser')
    .addOption(
      new Option('--port <number>', 'Local port for the redirect from the browser')
        .argParser(parsePort)
        .default(0, 'any free port'),
    )
    .option('--scope <scopes>', 'Scopes to request, separated by spaces', DEFAULT_SCOPE)
    .option('--force', 'Ask for consent even if you already gave it')
    .option('--client-id <id>', 'Use this OAuth client instead of registering one')
    .addOption(
      new Option(
        '--credential-store <store>',
        'Where to store the tokens (default: as before, or else file)',
      ).choices(['file', 'keyring'] as const),
    )
    .action((url, options) => runLogin(cli, url, options))
