import { CommanderError } from '@commander-js/extra-typings'
import { CatalogError } from '../core/errors.ts'
import { realCli, type Cli } from './cli.ts'
import { EXIT } from './exit-codes.ts'
import { reportFailure } from './failure.ts'
import { createProgram } from './program.ts'

/**
 * Runs one command line.
 * @returns the exit code; no failure is thrown
 */
export async function main(argv: readonly string[], cli: Cli = realCli()): Promise<number> {
  let complaint = ''
  try {
    const program = createProgram(cli, (text) => {
      complaint += text
    })
    await program.parseAsync([...argv], { from: 'user' })
    return cli.exitCode
  } catch (error) {
    return endWith(error)
  }

  function endWith(error: unknown): number {
    if (!(error instanceof CommanderError)) return reportFailure(cli, error, wantsJson(cli, argv))
    if (complaint === '') return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    return reportFailure(cli, usageError(complaint), wantsJson(cli, argv))
  }
}

/** Commander's own words, without its prefix. */
function usageError(complaint: string): CatalogError {
  const sentence = complaint.replace(/^error: /, '').trim()
  return new CatalogError('invalid', sentence, { code: 'usage' })
}

/** Whether a failure is told as JSON, also when it happened before the options were parsed. */
function wantsJson(cli: Cli, argv: readonly string[]): boolean {
  const asked = argv.some(
    (word, at) =>
      word === '--json' ||
      word === '--output=json' ||
      word === '-ojson' ||
      (word === 'json' && ['-o', '--output'].includes(argv[at - 1] ?? '')),
  )
  return asked || cli.globals.output === 'json' || cli.env.CATALOG_OUTPUT === 'json'
}
