import { CatalogError, invalid } from '../../core/errors.ts'
import type { Cli } from '../cli.ts'
import type { Credentials } from './credentials.ts'
import { normalizeInstanceUrl } from './instance-url.ts'
import { findTokenVariable } from './token-variable.ts'

/**
 * The base URL of the instance that a command is about: the one that `--url` or `--profile` names, or
 * their variables, else the one signed in to last; undefined when there is none.
 * @throws CatalogError kind `not_found` for a profile that does not exist
 */
export function chooseInstance({ globals }: Cli, credentials: Credentials): string | undefined {
  if (globals.url !== undefined) return normalizeInstanceUrl(globals.url)
  if (globals.profile !== undefined) return findInstance(credentials, globals.profile)
  return credentials.last
}

/** @throws CatalogError kind `invalid` when no instance is named anywhere */
export function requireInstance(cli: Cli, credentials: Credentials): string {
  const url = chooseInstance(cli, credentials)
  if (url !== undefined) return url
  throw invalid(
    '--url',
    findTokenVariable(cli.env)
      ? 'is missing: name the instance with it, or with CATALOG_URL'
      : 'is missing: name the instance, or sign in with: catalog login URL',
  )
}

/** The base URL of the instance that the person calls so; its own address does as well. */
export function findInstance({ instances }: Credentials, named: string): string {
  const known = Object.entries(instances)
  const found = known.find(
    ([url, { name }]) => getProfileName(url, name) === named || url === named,
  )
  if (found) return found[0]
  const names = known.map(([url, { name }]) => getProfileName(url, name)).join(', ')
  throw new CatalogError(
    'not_found',
    `There is no profile "${named}". ${names ? `There is: ${names}.` : 'Sign in first: catalog login URL'}`,
    { code: 'profile.unknown' },
  )
}

/** What an instance is called: as the person says, else by its host. */
export function getProfileName(url: string, name: string | undefined): string {
  return name ?? url.replace(/^https?:\/\//, '')
}
