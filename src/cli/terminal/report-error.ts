import { CatalogError, RESTORE_DATABASE } from '../../core/base/errors.ts'
import { toSystemFailure } from '../../core/database/system-failure.ts'
import { describeUnusablePath } from '../../core/storage/disk/unusable-path.ts'
import type { Cli } from '../cli.ts'
import { EXIT, toExitCode, toSignalExitCode } from './exit-codes.ts'
import { findTokenVariable } from '../login/token-variable.ts'
import { tell } from './output.ts'
import { toSafeJson } from './sanitize.ts'
import { readVersion } from '../../core/base/version.ts'

/** Advice after an error of the operating system. */
const CHECK_DISK =
  'Check that the disk is available and has free space, and that you may access the file.'

/**
 * Prints an error, as one JSON document if `json` is set.
 * @returns the exit code
 */
export function reportError(cli: Cli, error: unknown, json: boolean): number {
  const failure = createReport(cli, error)
  if (json) cli.stdout.write(`${toSafeJson({ error: failure.document }, 2)}\n`)
  else tell(cli, failure.lines)
  if (cli.globals.debug && error instanceof Error) tell(cli, formatStack(error).split('\n'))
  return failure.exitCode
}

/** Names the file that may not be used, if that is the reason. */
export function adviseOnSystemError(error: unknown): string {
  const found = describeUnusablePath(error)
  return found === undefined ? CHECK_DISK : `${found.message} ${found.hint}`
}

interface ErrorReport {
  exitCode: number
  lines: string[]
  document: Record<string, unknown>
}

function createReport(cli: Cli, error: unknown): ErrorReport {
  if (error instanceof CatalogError) return reportCatalogError(cli, error)
  if (isPromptExit(error) || (cli.signal.aborted && isAbort(error))) return reportInterruption(cli)
  const refused = toSystemFailure(error)
  if (refused === undefined) return reportInternalError(error)
  return refused.details.hint ? reportCatalogError(cli, refused) : reportSystemError(refused)
}

/** Shows the operating system's own message, which the server hides from its clients. */
function reportSystemError({ details, cause }: CatalogError): ErrorReport {
  const { code = 'system' } = details
  const isDamage = code === 'database_damaged'
  const said = cause instanceof Error ? cause.message : String(cause)
  const message = isDamage ? `The database is damaged: ${said}` : `System error: ${said}`
  const hint = isDamage ? RESTORE_DATABASE : adviseOnSystemError(cause)
  return {
    exitCode: EXIT.unavailable,
    lines: [`catalog: ${message}`, hint],
    document: { code, kind: 'unavailable', message, hint },
  }
}

function reportCatalogError(cli: Cli, error: CatalogError): ErrorReport {
  const { fields, code, retryAfterSeconds } = error.details
  const { hint = error.kind === 'unauthenticated' ? getSignInHint(cli) : null } = error.details
  const sentences = fields
    ? Object.entries(fields).flatMap(([name, about]) => about.map((text) => `${name}: ${text}`))
    : [error.message]
  return {
    exitCode: toExitCode(error),
    lines: [...sentences.map((sentence) => `catalog: ${sentence}`), ...(hint ? [hint] : [])],
    document: {
      code: code ?? error.kind,
      kind: error.kind,
      message: error.message,
      ...(hint && { hint }),
      ...(fields && { fields }),
      ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
    },
  }
}

/** A token from the environment takes precedence over a sign-in. */
function getSignInHint({ env, globals: { url } }: Cli): string {
  const variable = findTokenVariable(env)
  return variable
    ? `Set ${variable} to a valid token.`
    : `Sign in with: catalog login${url === undefined ? '' : ` ${url}`}`
}

/** During a prompt, Ctrl-C reaches the prompt and not the process. */
function isPromptExit(error: unknown): boolean {
  return error instanceof Error && error.name === 'ExitPromptError'
}

function isAbort(error: unknown): boolean {
  return (
    error === 'SIGINT' ||
    error === 'SIGTERM' ||
    error === 'SIGHUP' ||
    (error instanceof Error && ['AbortError', 'AbortPromptError'].includes(error.name))
  )
}

function reportInterruption(cli: Cli): ErrorReport {
  const message = 'Interrupted.'
  return {
    exitCode: toSignalExitCode(cli.signal.reason),
    lines: [`catalog: ${message}`],
    document: { code: 'interrupted', kind: 'interrupted', message },
  }
}

function reportInternalError(error: unknown): ErrorReport {
  const what = error instanceof Error ? error.message : String(error)
  const message = `Internal error: ${what}`
  return {
    exitCode: EXIT.internal,
    lines: [
      `catalog: ${message}`,
      `This is a bug in catalog ${readVersion()}. Please report it with the command and its output with --debug.`,
    ],
    document: { code: 'internal', kind: 'internal', message },
  }
}

function formatStack(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by: ${formatStack(error.cause)}` : ''
  return `${error.stack ?? error.message}${cause}`
}
