import { CatalogError, invalid } from '../../core/errors.ts'
import type { Cli } from '../cli.ts'
import type { Credentials } from './credentials.ts'
import { normalizeInstance } from './instance-url.ts'
import { givenTokenVariable } from './token-variable.ts'

/**
 * The base URL of the instance that a command is about: the one that `--url` or `--profile` names, or
 * their variables, else the one signed in to last; undefined when there is none.
 * @throws CatalogError kind `not_found` for a profile that does not exist
 */
export function chosenInstance({ globals }: Cli, credentials: Credentials): string | undefined {
  if (globals.url !== undefined) return normalizeInstance(globals.url)
  if (globals.profile !== undefined) return instanceOfProfile(credentials, globals.profile)
  return credentials.last
}

/** @throws CatalogError kind `invalid` when no instance is named anywhere */
export function requireInstance(cli: Cli, credentials: Credentials): string {
  const url = chosenInstance(cli, credentials)
  if (url !== undefined) return url
  throw invalid(
    '--url',
    givenTokenVariable(cli.env)
      ? 'is missing: name the instance with it, or with CATALOG_URL'
      : 'is missing: name the instance, or sign in with: catalog login URL',
  )
}

/** The base URL of the instance that the person calls so; its own address does as well. */
export function instanceOfProfile({ instances }: Credentials, named: string): string {
  const known = Object.entries(instances)
  const found = known.find(([url, { name }]) => profileName(url, name) === named || url === named)
  if (found) return found[0]
  const names = known.map(([url, { name }]) => profileName(url, name)).join(', ')
  throw new CatalogError(
    'not_found',
    `There is no profile "${named}". ${names ? `There is: ${names}.` : 'Sign in first: catalog login URL'}`,
    { code: 'profile.unknown' },
  )
}

/** What an instance is called: as the person says, else by its host. */
export function profileName(url: string, name: string | undefined): string {
  return name ?? url.replace(/^https?:\/\//, '')
}
