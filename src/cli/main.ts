import { setTimeout as waitFor } from 'node:timers/promises'
import { CommanderError } from '@commander-js/extra-typings'
import { CatalogError } from '../core/base/errors.ts'
import { createCli, type Cli } from './cli.ts'
import { EXIT } from './terminal/exit-codes.ts'
import { reportError } from './terminal/report-error.ts'
import { waitForAbort } from './terminal/wait-for-abort.ts'
import { createProgram } from './program.ts'

/**
 * Runs one command line.
 * @returns the exit code; never throws
 */
export async function main(argv: readonly string[], cli: Cli = createCli()): Promise<number> {
  const code = await run(argv, cli)
  await cli.cleanup.disposeAsync().catch(() => {})
  cli.onEnd?.(code)
  return code
}

async function run(argv: readonly string[], cli: Cli): Promise<number> {
  let usageMessage = ''
  try {
    const words = argv.map(normalizeDebug)
    cli.words = words
    const onUsageError = (text: string): void => void (usageMessage += text)
    const program = await createProgram(cli, onUsageError, words)
    await Promise.race([program.parseAsync(words, { from: 'user' }), failIfLate(cli)])
    return cli.exitCode
  } catch (error) {
    return endWith(error)
  }

  function endWith(error: unknown): number {
    if (!(error instanceof CommanderError))
      return reportError(cli, error, isJsonRequested(cli, argv))
    if (usageMessage === '') return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    return reportError(cli, toUsageError(usageMessage), isJsonRequested(cli, argv))
  }
}

/** Rejects if the command has not ended in time after a signal. */
async function failIfLate(cli: Cli): Promise<void> {
  const { signal } = cli
  await waitForAbort(signal)
  await waitFor(cli.stopTimeoutMs, undefined, { ref: false })
  throw signal.reason
}

/** An option whose value is optional would take the next word as its value: `--debug import`. */
function normalizeDebug(word: string): string {
  return word === '--debug=http' ? '--debug-http' : word
}

/** Converts commander's message to one line without its prefix. */
function toUsageError(message: string): CatalogError {
  const [sentence = '', suggestion = ''] = message
    .replace(/^error: (?:command-argument value )?/, '')
    .trim()
    .split('\n')
  const text = [sentence.replace(/(?<![.?!])$/, '.'), formatSuggestion(suggestion)].join(' ').trim()
  return new CatalogError('invalid', text, { code: 'usage' })
}

/** `(Did you mean one of a, b?)` → `Did you mean 'a' or 'b'?`. */
function formatSuggestion(suggestion: string): string {
  const [, names] = /^\(Did you mean (?:one of )?(.+)\?\)$/.exec(suggestion) ?? []
  if (names === undefined) return suggestion
  const quoted = names.split(', ').map((name) => `'${name}'`)
  return `Did you mean ${quoted.join(' or ')}?`
}

/** Whether to print errors as JSON, even if the options could not be parsed. */
function isJsonRequested(cli: Cli, argv: readonly string[]): boolean {
  const asked = argv.some(
    (word, at) =>
      word === '--json' ||
      word === '--output=json' ||
      word === '-ojson' ||
      (word === 'json' && ['-o', '--output'].includes(argv[at - 1] ?? '')),
  )
  return asked || cli.globals.output === 'json' || cli.env.CATALOG_OUTPUT === 'json'
}
