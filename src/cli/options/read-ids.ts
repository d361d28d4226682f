import { CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { readArguments } from './read-arguments.ts'

/**
 * Returns the ids that a command was given, each once. A single `-` stands for the lines of standard input.
 * @throws CatalogError kind `invalid` with code `usage`
 */
export async function readIds(cli: Cli, given: readonly string[]): Promise<number[]> {
  const words = await readArguments(cli, given)
  const wrong = words.find((word) => !/^[1-9]\d{0,14}$/v.test(word))
  if (wrong === undefined) return words.map(Number)
  const message = `${JSON.stringify(wrong.slice(0, 40))} is not an id: a positive integer.`
  throw new CatalogError('invalid', message, { code: 'usage' })
}
