import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client'
import type { Cli } from '../cli.ts'
import { isRemote } from '../client/is-remote.ts'
import { tell } from '../terminal/output.ts'
import type { TokenResponse } from './token-response.ts'
import { isRedirect, listenForRedirect, type LoopbackListener } from './loopback-listener.ts'
import { toOAuthError } from './oauth-errors.ts'

export interface SignInOptions {
  scope: string
  /** Port of the loopback listener; 0 for a free one. */
  port: number
  /** Whether to open a browser instead of printing the address. */
  browser: boolean
  /** Whether to show the consent page even if the user granted access before. */
  force: boolean
}

/** Signs the user in with a browser: authorization code grant with PKCE (RFC 7636, S256). */
export async function signIn(
  cli: Cli,
  server: Configuration,
  options: SignInOptions,
): Promise<TokenResponse> {
  const state = randomState()
  const verifier = randomPKCECodeVerifier()
  await using listener = await listenForRedirect(state, options.port)
  const address = buildAuthorizationUrl(server, {
    redirect_uri: listener.redirectUri,
    scope: options.scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(options.force && { approval_prompt: 'force' }),
  })
  await showAddress(cli, address.href, options.browser, new URL(listener.redirectUri).port)
  const redirected = await waitForRedirect(cli, listener, state)
  return await exchangeCode(server, redirected, verifier, state)
}

async function showAddress(
  cli: Cli,
  address: string,
  browser: boolean,
  port: string,
): Promise<void> {
  if (browser && (await cli.openBrowser(address))) {
    tell(cli, [
      'Your browser opens the sign-in page. If it does not, open this address:',
      '',
      `  ${address}`,
      '',
    ])
    return
  }
  tell(cli, ['Open this address in a browser:', '', `  ${address}`, ''])
  if (!isRemote(cli.env)) return
  tell(cli, [
    'If the browser runs on another computer, run this command there first:',
    '',
    `  ssh -N -L ${port}:127.0.0.1:${port} HOST`,
    '',
  ])
}

/** Waits for the redirect from the browser, or until the user pastes its address. */
async function waitForRedirect(cli: Cli, listener: LoopbackListener, state: string): Promise<URL> {
  const settled = new AbortController()
  const signal = AbortSignal.any([settled.signal, cli.signal])
  try {
    const redirects = [listener.redirected, rejectOnAbort(cli.signal)]
    if (cli.interactive && cli.globals.input) {
      redirects.push(promptForAddress(cli, new URL(listener.redirectUri), state, signal))
    }
    return await Promise.race(redirects)
  } finally {
    settled.abort()
  }
}

const PASTE_PROMPT =
  'Or paste the address to which the browser was redirected, within 60 seconds of granting access:'

/** Prompts until the user pastes the redirect of this sign-in. It never settles once the signal is aborted. */
async function promptForAddress(
  cli: Cli,
  redirect: URL,
  state: string,
  signal: AbortSignal,
): Promise<URL> {
  while (!signal.aborted) {
    const answer = await cli.prompts.input(PASTE_PROMPT, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (answer === undefined) break
    const url = parseAddress(answer, redirect)
    if (url !== undefined && isRedirect(url, state)) return url
    tell(
      cli,
      'This is not the redirect address of this sign-in. It begins with http://127.0.0.1 and contains "state=".',
    )
  }
  return await new Promise<never>(() => {})
}

/** Returns the redirect URI with the pasted query. The pasted port may differ, the path must not. */
function parseAddress(text: string, redirect: URL): URL | undefined {
  const given = URL.parse(text.trim())
  if (given === null || given.pathname !== redirect.pathname) return undefined
  const url = new URL(redirect)
  url.search = given.search
  return url
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function exchangeCode(
  server: Configuration,
  redirected: URL,
  verifier: string,
  state: string,
): Promise<TokenResponse> {
  try {
    return await authorizationCodeGrant(server, redirected, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
  } catch (error) {
    throw toOAuthError(error, server.serverMetadata().issuer)
  }
}
