import { CatalogError, RESTORE_DATABASE } from '../core/errors.ts'
import { systemFailure } from '../core/system-failure.ts'
import type { Cli } from './cli.ts'
import { EXIT, exitCodeOf, exitCodeOfSignal } from './exit-codes.ts'
import { givenTokenVariable } from './login/token-variable.ts'
import { tell } from './output.ts'
import { toJson } from './sanitize.ts'

/** Tells a failure, as one JSON document where that was asked for, and gives its exit code. */
export function reportFailure(cli: Cli, error: unknown, json: boolean): number {
  const failure = describe(cli, error)
  if (json) cli.stdout.write(`${toJson({ error: failure.document }, 2)}\n`)
  else tell(cli, failure.lines)
  if (cli.globals.debug && error instanceof Error) tell(cli, stackOf(error).split('\n'))
  return failure.exitCode
}

interface Failure {
  exitCode: number
  lines: string[]
  document: Record<string, unknown>
}

function describe(cli: Cli, error: unknown): Failure {
  if (error instanceof CatalogError) return expected(cli, error)
  if (isEndedPrompt(error) || (cli.signal.aborted && isAbort(error))) return interrupted(cli)
  const refused = systemFailure(error)
  return refused ? refusedBySystem(refused) : unexpected(error)
}

/** On the person's own machine what the system says is more use than what is said to clients of a service. */
function refusedBySystem({ details, cause }: CatalogError): Failure {
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

function expected(cli: Cli, error: CatalogError): Failure {
  const { fields, code, retryAfterSeconds } = error.details
  const hint = error.kind === 'unauthenticated' ? signInHint(cli) : undefined
  const sentences = fields
    ? Object.entries(fields).flatMap(([name, about]) => about.map((text) => `${name}: ${text}`))
    : [error.message]
  return {
    exitCode: exitCodeOf(error),
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
function signInHint({ env }: Cli): string {
  const variable = givenTokenVariable(env)
  return variable ? `Set ${variable} to a valid token.` : 'Sign in with: catalog login'
}

/** Ctrl-C in a question reaches the question, not the process. */
function isEndedPrompt(error: unknown): boolean {
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

function interrupted(cli: Cli): Failure {
  const message = 'Interrupted.'
  return {
    exitCode: exitCodeOfSignal(cli.signal.reason),
    lines: [`catalog: ${message}`],
    document: { code: 'interrupted', kind: 'interrupted', message },
  }
}

function unexpected(error: unknown): Failure {
  const what = error instanceof Error ? error.message : String(error)
  const message = `This should not have happened: ${what}`
  return {
    exitCode: EXIT.internal,
    lines: [`catalog: ${message}`, 'Run it again with --debug to see where, and please report it.'],
    document: { code: 'internal', kind: 'internal', message },
  }
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\nbecause of: ${stackOf(error.cause)}` : ''
  return `${error.stack ?? error.message}${cause}`
}
