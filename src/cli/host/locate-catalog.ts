import type { ConfigSources, LoadedConfig } from '../../core/config/config.ts'
import type { HostOwner } from '../../core/storage/disk/data-owner.ts'
import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { gatherSources } from './load-settings.ts'
import { quoteForShell } from '../terminal/quote-for-shell.ts'

/**
 * Loads the settings of a command that works in the data directory, which need not exist yet.
 * @throws CatalogError kind `forbidden` if the directory belongs to the server of another user
 */
export async function locateCatalog(
  cli: Cli,
  flags: ConfigSources['flags'] = {},
): Promise<LoadedConfig> {
  const sources = await gatherSources(cli, flags)
  await refuseOtherOwner(cli, sources)
  const { loadConfig } = await import('../../core/config/config.ts')
  return loadConfig(sources)
}

/**
 * Refuses to work in a data directory that belongs to the server of another user. Root could work there, but the server
 * could not use the files that it leaves.
 * @throws CatalogError kind `forbidden` with the command line to use
 */
export async function refuseOtherOwner(cli: Cli, sources: ConfigSources): Promise<void> {
  const { canShareFolder, findDataOwner } = await import('../../core/storage/disk/data-owner.ts')
  const { findDataFolder, listVariableNames } = await import('../../core/config/config.ts')
  const data = findDataFolder(sources)
  const owner = data === undefined ? undefined : findDataOwner(data)
  if (data !== undefined && owner && !canShareFolder(data, owner))
    throw refuseUser(cli, { data, owner, variables: listVariableNames() })
}

interface OtherPlace {
  data: string
  owner: HostOwner
  /** The names of the variables of settings. */
  variables: readonly string[]
}

function refuseUser(cli: Cli, { data, owner, variables }: OtherPlace): CatalogError {
  const isRoot = process.getuid?.() === 0
  const reason = isRoot
    ? 'whose server could not use files that root creates there'
    : 'and you may not use it'
  const hint =
    owner.uid === 0
      ? `If the server runs as root, run this command as root. Otherwise, give the directory to the user of the server: chown -R USER ${quoteForShell(data)}`
      : `Run: ${formatSudo(cli, owner, variables)}`
  return new CatalogError('forbidden', `${data} belongs to the user ${owner.name}, ${reason}.`, {
    code: 'other_owner',
    hint,
  })
}

/** The same command line as another user. `sudo` keeps no variables unless they are named. */
function formatSudo(
  { env, words }: Cli,
  { uid, name }: HostOwner,
  variables: readonly string[],
): string {
  const isKept = (each: string) => variables.includes(each) || each.startsWith('AWS_')
  const kept = Object.keys(env).filter(isKept)
  const keep = kept.length > 0 ? [`--preserve-env=${kept.join(',')}`] : []
  const user = name === String(uid) ? `#${uid}` : name
  return ['sudo', '-u', user, ...keep, 'catalog', ...words].map(quoteForShell).join(' ')
}
