import { CatalogError, invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'

/** Limits standard input, so that a wrong file never fills the memory. */
const MAX_BYTES = 16 * 1024 ** 2

/**
 * Returns the arguments of a command that takes several objects, each once. A single `-` stands for the lines of
 * standard input, of which blank ones are ignored.
 * @throws CatalogError kind `invalid` if standard input is too long, or if an argument is blank
 */
export async function readArguments(cli: Cli, given: readonly string[]): Promise<string[]> {
  const isPiped = given.length === 1 && given[0] === '-'
  if (given.some((argument) => argument.trim() === '')) {
    const message = 'An argument is blank. Check the variables of your script.'
    throw new CatalogError('invalid', message, { code: 'usage' })
  }
  const lines = isPiped ? (await readStandardInput(cli)).split(/\r?\n/v) : given
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))]
}

/** @throws CatalogError kind `invalid` if standard input is too long */
export async function readStandardInput({ stdin }: Cli): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stdin) {
    const buffer = Buffer.from(chunk)
    bytes += buffer.byteLength
    if (bytes > MAX_BYTES) throw invalid('stdin', `is larger than ${MAX_BYTES} bytes`)
    chunks.push(buffer)
  }
  return Buffer.concat(chunks).toString()
}

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
