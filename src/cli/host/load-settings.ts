import type { ConfigSources, LoadedConfig } from '../../core/config/config.ts'
import type { Cli } from '../cli.ts'

type Flags = Record<string, string | boolean | undefined>

/**
 * Loads the settings of the server for a command on its host, from the flags, the environment and the environment file.
 * @throws CatalogError kind `invalid` that lists all invalid settings
 */
export async function loadSettings(cli: Cli, flags: Flags = {}): Promise<LoadedConfig> {
  const { loadConfig } = await import('../../core/config/config.ts')
  return loadConfig(await gatherSources(cli, flags))
}

/** Gathers where the settings of a command on the host come from. */
export async function gatherSources(cli: Cli, flags: Flags = {}): Promise<ConfigSources> {
  const { addForeignVariables, readEnvFile } = await import('../../core/config/env-file.ts')
  const envFile = readEnvFile(cli.env)
  if (envFile) addForeignVariables(cli.env, envFile)
  return { flags, env: cli.env, envFile }
}
