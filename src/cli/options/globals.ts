import { Option, type Command } from '@commander-js/extra-typings'
import { invalid } from '../../core/base/errors.ts'
import { parsePositiveInteger, parseProxy, parseRetries } from './option-parsers.ts'

const OUTPUT_FORMATS = ['human', 'json', 'ndjson', 'csv', 'tsv', 'id'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

const PROGRESS_STYLES = ['auto', 'bar', 'lines', 'json', 'none'] as const
type ProgressStyle = (typeof PROGRESS_STYLES)[number]

/** The options that every command accepts, before or after its name. */
export interface GlobalOptions {
  output: OutputFormat
  /** Fields to show instead of the command's default columns. */
  fields?: string[]
  /** URL of the instance. */
  url?: string
  /** Profile name of the instance. */
  profile?: string
  progress: ProgressStyle
  /** Seconds between two progress lines. */
  progressInterval: number
  quiet: boolean
  debug: boolean
  /** Shows each request, with its duration. */
  verbose: boolean
  /** Shows each request with its headers, without secrets. */
  debugHttp: boolean
  /** File with additional certificate authorities. */
  caFile?: string
  /** Proxy of all requests; that of the environment by default. */
  proxy?: string
  /** Seconds that a connection, a response and each part of it may take; chosen by the request by default. */
  timeout?: number
  /** Maximum number of retries of a request after transient failures. */
  retries: number
  /** File that receives each request and the end of the command, as lines of JSON. */
  logFile?: string
  /** Whether prompts are allowed. */
  input: boolean
  /** Answers yes to every prompt. */
  yes: boolean
}

export function createGlobals(): GlobalOptions {
  return {
    output: 'human',
    progress: 'auto',
    progressInterval: 10,
    quiet: false,
    debug: false,
    verbose: false,
    debugHttp: false,
    retries: 4,
    input: true,
    yes: false,
  }
}

export function addGlobalOptions(program: Command): void {
  const options = [
    new Option('-o, --output <format>', 'Format of results (CATALOG_OUTPUT)').choices(
      OUTPUT_FORMATS,
    ),
    new Option('--json', 'Same as --output json').implies({ output: 'json' }),
    new Option('--fields <names>', 'Fields to show, separated by commas').argParser((names) =>
      names.split(',').map((name) => name.trim()),
    ),
    new Option('--url <url>', 'URL of the instance (CATALOG_URL; default: the current profile)'),
    new Option('--profile <name>', 'Profile of the instance (CATALOG_PROFILE)').conflicts('url'),
    new Option('--progress <style>', 'Style of progress output (CATALOG_PROGRESS)').choices(
      PROGRESS_STYLES,
    ),
    new Option(
      '--progress-interval <seconds>',
      'Seconds between two progress lines (default: 10)',
    ).argParser(parsePositiveInteger),
    new Option('-q, --quiet', 'Show no progress and no hints'),
    new Option('-v, --verbose', 'Show each request and its duration'),
    new Option(
      '--debug',
      'Show requests and details of errors; --debug=http also headers (CATALOG_DEBUG)',
    ),
    new Option('--debug-http', 'Same as --debug=http').implies({ debug: true }).hideHelp(),
    new Option(
      '--ca-file <file>',
      'Trust the certificate authorities in this file (CATALOG_CA_FILE)',
    ),
    new Option(
      '--proxy <url>',
      'Proxy (CATALOG_PROXY; default: HTTPS_PROXY, HTTP_PROXY)',
    ).argParser(parseProxy),
    new Option(
      '--timeout <seconds>',
      'Time that a connection or a response may take (CATALOG_TIMEOUT; default: 60)',
    ).argParser(parsePositiveInteger),
    new Option(
      '--retries <number>',
      'Attempts after one that failed for a passing reason (CATALOG_RETRIES; default: 4)',
    ).argParser(parseRetries),
    new Option('--log-file <file>', 'Append requests without secrets to this file, as JSON lines'),
    new Option('--no-input', 'Never prompt (CATALOG_NO_INPUT)'),
    new Option('-y, --yes', 'Answer yes to every prompt'),
  ]
  for (const option of options) program.addOption(option)
}

/**
 * Merges the parsed options with the environment and the defaults; options take precedence.
 * @throws CatalogError kind `invalid` if an environment variable has an unknown value
 */
export function resolveGlobals(parsed: object, env: NodeJS.ProcessEnv): GlobalOptions {
  const given = {
    output: readChoice(env, 'CATALOG_OUTPUT', OUTPUT_FORMATS),
    progress: readChoice(env, 'CATALOG_PROGRESS', PROGRESS_STYLES),
    debug: env.CATALOG_DEBUG ? true : undefined,
    debugHttp: env.CATALOG_DEBUG === 'http' ? true : undefined,
    caFile: env.CATALOG_CA_FILE || env.SSL_CERT_FILE || undefined,
    proxy: readParsed(env, 'CATALOG_PROXY', parseProxy),
    timeout: readParsed(env, 'CATALOG_TIMEOUT', parsePositiveInteger),
    retries: readParsed(env, 'CATALOG_RETRIES', parseRetries),
    ...('url' in parsed || 'profile' in parsed ? {} : readInstance(env)),
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...createGlobals(), ...Object.fromEntries(present), ...parsed }
}

/** CATALOG_URL takes precedence over CATALOG_PROFILE. */
function readInstance(env: NodeJS.ProcessEnv): Pick<GlobalOptions, 'url' | 'profile'> {
  if (env.CATALOG_URL) return { url: env.CATALOG_URL }
  return env.CATALOG_PROFILE ? { profile: env.CATALOG_PROFILE } : {}
}

function readParsed<T>(
  env: NodeJS.ProcessEnv,
  variable: string,
  parse: (text: string) => T,
): T | undefined {
  const value = env[variable]
  if (!value) return undefined
  try {
    return parse(value)
  } catch (error) {
    throw invalid(variable, (error as Error).message)
  }
}

function readChoice<T extends string>(
  env: NodeJS.ProcessEnv,
  variable: string,
  choices: readonly T[],
): T | undefined {
  const value = env[variable]
  if (!value) return undefined
  const choice = choices.find((choice) => choice === value)
  if (choice !== undefined) return choice
  throw invalid(variable, `must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`)
}
