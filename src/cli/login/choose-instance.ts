import { CatalogError, invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import type { Credentials } from './credentials.ts'
import { normalizeInstanceUrl } from './instance-url.ts'
import { findTokenVariable } from './token-variable.ts'

/**
 * Chooses the instance that a command uses: that of `--url` or `--profile` or their environment variables, or
 * else the default instance.
 * @returns its base URL; undefined if there is none
 * @throws CatalogError kind `not_found` if the profile does not exist
 */
export function chooseInstance({ globals }: Cli, credentials: Credentials): string | undefined {
  if (globals.url !== undefined) return normalizeInstanceUrl(globals.url)
  if (globals.profile !== undefined) return findInstance(credentials, globals.profile)
  return credentials.last
}

/** @throws CatalogError kind `invalid` if no instance is specified */
export function requireInstance(cli: Cli, credentials: Credentials): string {
  const url = chooseInstance(cli, credentials)
  if (url !== undefined) return url
  throw invalid(
    '--url',
    findTokenVariable(cli.env)
      ? 'No instance is selected. Set --url or CATALOG_URL to its address'
      : 'No instance is selected. Sign in with: catalog login URL',
  )
}

/** Finds an instance by its profile name or base URL. @returns its base URL */
export function findInstance({ instances }: Credentials, named: string): string {
  const known = Object.entries(instances)
  const found = known.find(
    ([url, { name }]) => getProfileName(url, name) === named || url === named,
  )
  if (found) return found[0]
  const names = known.map(([url, { name }]) => getProfileName(url, name)).join(', ')
  throw new CatalogError(
    'not_found',
    `No profile is named "${named}". ${names ? `Your profiles: ${names}.` : 'Sign in with: catalog login URL'}`,
    { code: 'profile.unknown' },
  )
}

/** The profile name that the user chose, or else the host. */
export function getProfileName(url: string, name: string | undefined): string {
  return name ?? url.replace(/^https?:\/\//, '')
}
