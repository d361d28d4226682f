import { isLoopback, type Config, type Secrets } from '../config/config.ts'
import { requireDatabaseForFiles } from '../storage/disk/data-folder.ts'
import { invalid } from '../base/errors.ts'

/**
 * Refuses settings that are valid each, but not together.
 * @throws CatalogError kind `invalid`
 */
export function requireUsableSettings(
  config: Pick<Config, 'dev' | 'host' | 'baseUrl' | 'files'>,
  secrets: Pick<Secrets, 'databaseUrl'>,
): void {
  rejectPublicDevServer(config)
  requireDatabaseForFiles(config, secrets)
}

/** A development server signs users in without a password. A public base URL means that a proxy exposes it. */
function rejectPublicDevServer({ dev, host, baseUrl }: Pick<Config, 'dev' | 'host' | 'baseUrl'>) {
  const publicHost = baseUrl === null ? host : new URL(baseUrl).hostname
  const exposed = [host, publicHost].find((name) => !isLoopback(name))
  if (!dev || exposed === undefined) return
  throw invalid('--dev', `works only on a loopback address such as 127.0.0.1, not on ${exposed}`)
}
