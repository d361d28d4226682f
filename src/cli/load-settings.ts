import type { LoadedConfig } from '../core/config.ts'
import type { Cli } from './cli.ts'

/**
 * Loads the settings of the server for a command on its host, from the flags, the environment and the environment file.
 * @throws CatalogError kind `invalid` that lists all invalid settings
 */
export async function loadSettings(
  cli: Cli,
  flags: Record<string, string | boolean | undefined> = {},
): Promise<LoadedConfig> {
  const { loadConfig } = await import('../core/config.ts')
  const { addForeignVariables, readEnvFile } = await import('../core/env-file.ts')
  const envFile = readEnvFile(cli.env)
  if (envFile) addForeignVariables(cli.env, envFile)
  return loadConfig({ flags, env: cli.env, envFile })
}
