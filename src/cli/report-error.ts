import { CatalogError, RESTORE_DATABASE } from '../core/errors.ts'
import { systemFailure } from '../core/system-failure.ts'
import type { Cli } from './cli.ts'
import { EXIT, toExitCode, toSignalExitCode } from './exit-codes.ts'
import { findTokenVariable } from './login/token-variable.ts'
import { tell } from './output.ts'
import { toSafeJson } from './sanitize.ts'

/** Tells a failure, as one JSON document where that was asked for, and gives its exit code. */
export function reportError(cli: Cli, error: unknown, json: boolean): number {
  const failure = createReport(cli, error)
  if (json) cli.stdout.write(`${toSafeJson({ error: failure.document }, 2)}\n`)
  else tell(cli, failure.lines)
  if (cli.globals.debug && error instanceof Error) tell(cli, formatStack(error).split('\n'))
  return failure.exitCode
}

interface ErrorReport {
  exitCode: number
  lines: string[]
  document: Record<string, unknown>
}

function createReport(cli: Cli, error: unknown): ErrorReport {
  if (error instanceof CatalogError) return reportCatalogError(cli, error)
  if (isPromptExit(error) || (cli.signal.aborted && isAbort(error))) return reportInterruption(cli)
  const refused = systemFailure(error)
  return refused ? reportSystemError(refused) : reportInternalError(error)
}

/** On the person's own machine what the system says is more use than what is said to clients of a service. */
function reportSystemError({ details, cause }: CatalogError): ErrorReport {
  const { code = 'system' } = details
  const isDamage = code === 'database_damaged'
  const said = cause instanceof Error ? cause.message : String(cause)
  const message = isDamage ? `The database is damaged: ${said}` : `The system refused this: ${said}`
  const hint = isDamage
    ? RESTORE_DATABASE
    : 'See that the disk is there and has room, and that this user may use the file.'
  return {
    exitCode: EXIT.unavailable,
    lines: [`catalog: ${message}`, hint],
    document: { code, kind: 'unavailable', message, hint },
  }
}

function reportCatalogError(cli: Cli, error: CatalogError): ErrorReport {
  const { fields, code, retryAfterSeconds } = error.details
  const hint = error.kind === 'unauthenticated' ? getSignInHint(cli) : undefined
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

/** A token that a variable gives goes before any sign-in. */
function getSignInHint({ env }: Cli): string {
  const variable = findTokenVariable(env)
  return variable ? `Set ${variable} to a valid token.` : 'Sign in with: catalog login'
}

/** Ctrl-C in a question reaches the question, not the process. */
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
  const message = `This should not have happened: ${what}`
  return {
    exitCode: EXIT.internal,
    lines: [`catalog: ${message}`, 'Run it again with --debug to see where, and please report it.'],
    document: { code: 'internal', kind: 'internal', message },
  }
}

function formatStack(error: Error): string {
  const cause = error.cause instanceof Error ? `\nbecause of: ${formatStack(error.cause)}` : ''
  return `${error.stack ?? error.message}${cause}`
}
