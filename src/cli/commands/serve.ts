import type { ServedCatalog } from '../../core/catalog/catalog.ts'
import type { SetupStep } from '../../core/model/setup-steps.ts'
import type { RunningServer } from '../../server/serve.ts'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import {
  flagOf,
  hasFlag,
  settingNames,
  type Config,
  type LoadedConfig,
  type SettingName,
} from '../../core/config/config.ts'
import { SETTINGS } from '../../core/config/settings.ts'
import { requireLogo } from '../../core/config/site-settings.ts'
import { waitForAbort } from '../terminal/wait-for-abort.ts'
import { limitYoungGeneration } from '../host/young-generation.ts'
import type { Cli } from '../cli.ts'
import type { CommandFactory } from '../command.ts'
import { locateCatalog } from '../host/locate-catalog.ts'
import { hint, printRecord, printText, tell } from '../terminal/output.ts'

/** Parsed command-line flags by setting name. */
export type SettingFlags = Record<string, string | boolean | undefined>

/** Before the server creates files, or accepts uploads that it cannot process. */
async function requirePackages(): Promise<void> {
  const { requireBinaries } = await import('../../core/diagnosis/require-binaries.ts')
  requireBinaries()
}

/** Smaller, requests cost 10% more CPU. */
const YOUNG_GENERATION_BYTES = 16 * 1024 ** 2

/** The server itself limits the time for running requests and jobs to 30 seconds. */
const STOP_TIMEOUT_MS = 60_000

export interface ServeOptions {
  /** Runs before the server accepts connections. */
  prepare?: (catalog: ServedCatalog) => Promise<void>
  /** Whether to migrate a PostgreSQL database although other servers use it; false by default. */
  force?: boolean | undefined
}

/**
 * Serves until SIGINT, SIGTERM or SIGHUP, then lets running requests and jobs finish.
 * @throws CatalogError kind `unavailable` if another version takes away what this server needs in the database
 */
export async function serve(
  cli: Cli,
  loaded: LoadedConfig,
  options: ServeOptions = {},
): Promise<void> {
  const { config, secrets } = loaded
  requireLogo(loaded)
  limitYoungGeneration(YOUNG_GENERATION_BYTES)
  await requirePackages()
  const { startServer } = await import('../../server/serve.ts')
  const { createLog } = await import('../../core/base/log.ts')
  const log = createLog(config.logLevel)
  const { promise: refused, reject: onRefused } = Promise.withResolvers<never>()
  // It may be refused before anything waits for that.
  refused.catch(() => {})
  const server = await startServer(config, secrets, {
    clock: cli.clock,
    log,
    onRefused,
    ...options,
  })
  cli.stopTimeoutMs = STOP_TIMEOUT_MS
  try {
    tell(cli, `Serving ${config.data} on`)
    printAddress(cli, server.baseUrl)
    tell(cli, `API reference: ${server.baseUrl}/api/v2/docs/`)
    await tellNextStep(cli, server)
    await tellMissingBasemap(cli, config)
    if (server.metricsUrl !== undefined) tell(cli, `Serving metrics on ${server.metricsUrl}`)
    await Promise.race([waitForAbort(cli.signal), refused])
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

/** Tells the administrator of a new catalog what to do next, as its home page does. The server runs if that fails. */
async function tellNextStep(cli: Cli, { catalog, baseUrl }: RunningServer): Promise<void> {
  const { findMissingSteps } = await import('../../core/queries/site/setup.ts')
  const [step] = await findMissingSteps(catalog.reads).catch((error: unknown) => {
    catalog.log.warn({ err: error }, 'could not find out what a new catalog needs next')
    return []
  })
  if (step === undefined) return
  const { listSetupCommands } = await import('../../core/model/setup-steps.ts')
  const commands = [`export CATALOG_DATA=${catalog.config.data}`]
  commands.push(...listSetupCommands(step, baseUrl))
  hint(cli, [NEXT_STEPS[step], ...commands.map((command) => `  ${command}`)])
}

/** Tells the administrator that maps show no streets and coasts close up, and how to add them. */
async function tellMissingBasemap(cli: Cli, { data, basemapUrl }: Config): Promise<void> {
  const { findPreferredFile } = await import('../../server/basemap/basemap-files.ts')
  if (basemapUrl !== null || (await findPreferredFile(data))) return
  hint(cli, [
    'Maps show no streets and no coasts close up. Add them, in a second terminal:',
    `  catalog basemap fetch --data ${data}`,
  ])
}

const NEXT_STEPS: Record<SetupStep, string> = {
  staff: 'Next, name the first staff member, in a second terminal:',
  source: 'Next, add a source, in a second terminal:',
  collection: 'Next, add a collection, in a second terminal:',
  images: 'Next, import images, in a second terminal:',
  public: 'Next, make a collection with images and its source public, in a second terminal:',
}

function printAddress(cli: Cli, url: string): void {
  if (cli.globals.output === 'human') printText(cli, url)
  else printRecord(cli, { url })
}

/** Adds a flag for every setting except long texts, and secrets, which other users could read on a command line. */
export function addSettingFlags<C extends CommandUnknownOpts>(
  command: C,
  defaults: Partial<Record<SettingName, unknown>> = {},
): C {
  for (const name of settingNames()) {
    if (!hasFlag(name)) continue
    const setting = SETTINGS[name]
    const fallback = defaults[name] ?? setting.fallback
    command.option(
      `${flagOf(name)}${PLACEHOLDERS[typeof fallback] ?? ' <value>'}`,
      `${capitalize(setting.meaning)} (${setting.env}${describeDefault(fallback)})`,
    )
  }
  return command
}

const PLACEHOLDERS: Record<string, string> = { boolean: '', number: ' <number>' }

/** The description of a setting without a fixed default states its default itself. */
function describeDefault(fallback: unknown): string {
  return typeof fallback === 'string' || typeof fallback === 'number'
    ? `; default: ${fallback}`
    : ''
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const serveCommand: CommandFactory = (cli) =>
  addSettingFlags(new Command('serve').description('Run the catalog server'))
    .option('--force', 'Migrate a PostgreSQL database although other servers use it')
    .action(async ({ force, ...flags }) => {
      await serve(cli, await locateCatalog(cli, flags), { force })
    })
