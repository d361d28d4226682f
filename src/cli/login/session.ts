import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CatalogError, invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { getAccessToken, otherThan, validFor } from './access-token.ts'
import { requireInstance } from './choose-instance.ts'
import { readCredentials } from './credentials.ts'

/** An instance, and the user's access token there. */
export interface Session {
  readonly url: string
  /** Origin of the token. */
  readonly source: 'CATALOG_TOKEN' | 'CATALOG_TOKEN_FILE' | 'login' | 'none'
  /** Returns a token that stays valid for this time; undefined if not signed in. */
  getToken(minValidSeconds?: number): Promise<string | undefined>
  /** Returns a new token after the instance rejected this one; undefined if there is no other. */
  refreshToken(refused: string): Promise<string | undefined>
}

const MIN_VALID_SECONDS = 60

/**
 * Opens a session with the instance that the options, the environment or the default profile specify.
 * @throws CatalogError kind `invalid` if no instance is specified
 */
export async function openSession(cli: Cli): Promise<Session> {
  const credentials = await readCredentials(cli)
  const url = requireInstance(cli, credentials)
  const given = await readTokenFromEnv(cli)
  if (given) return { url, ...given, refreshToken: () => Promise.resolve(undefined) }
  const { tokens, unreadable } = credentials.instances[url] ?? {}
  if (!tokens && !unreadable) return createAnonymousSession(url)
  return {
    url,
    source: 'login',
    getToken: async (seconds = MIN_VALID_SECONDS) =>
      (await getAccessToken(cli, url, validFor(seconds, cli.clock))).access_token,
    refreshToken: async (refused) =>
      (await getAccessToken(cli, url, otherThan(refused))).access_token,
  }
}

/**
 * Opens a session without an access token, for what everyone can read.
 * @throws CatalogError kind `invalid` if no instance is specified
 */
export async function openAnonymousSession(cli: Cli): Promise<Session> {
  return createAnonymousSession(requireInstance(cli, await readCredentials(cli)))
}

function createAnonymousSession(url: string): Session {
  const nothing = (): Promise<undefined> => Promise.resolve(undefined)
  return { url, source: 'none', getToken: nothing, refreshToken: nothing }
}

/** Reads the token that the environment provides. It is used as is, never refreshed or stored. */
async function readTokenFromEnv(
  cli: Cli,
): Promise<Pick<Session, 'source' | 'getToken'> | undefined> {
  const { CATALOG_TOKEN: token, CATALOG_TOKEN_FILE: file } = cli.env
  if (token) return toTokenSource('CATALOG_TOKEN', token)
  if (!file) return undefined
  return toTokenSource('CATALOG_TOKEN_FILE', await readTokenFile(resolve(cli.cwd, file)))
}

/** @throws CatalogError kind `invalid` if the token cannot be sent in a header (RFC 6750, section 2.1) */
function toTokenSource(
  source: Session['source'],
  given: string,
): Pick<Session, 'source' | 'getToken'> {
  if (/^[\x21-\x7e]+$/.test(given)) return { source, getToken: () => Promise.resolve(given) }
  throw invalid(source, 'is not a valid token: a token consists of ASCII characters without spaces')
}

async function readTokenFile(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    throw new CatalogError('invalid', `CATALOG_TOKEN_FILE: Cannot read ${path}.`, {
      cause: error,
    })
  }
}
