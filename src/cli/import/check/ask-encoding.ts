import { resolve } from 'node:path'
import type { Cli } from '../../cli.ts'
import { hint } from '../../terminal/output.ts'
import { sampleEncodings, surveyLines, type EncodingSample } from '../../tables/encoding-samples.ts'
import { isMixed } from '../../tables/invalid-encoding.ts'
import { openInputFile } from '../../tables/input-file.ts'
import { readManifest } from '../../tables/manifest.ts'
import { applyProjectDefaults, type ReadAndCheckOptions } from './read-and-check.ts'

/**
 * Asks the user for the encoding of a manifest that is not UTF-8, with a sample of each. Asks only in an
 * interactive terminal, and not if `--encoding` or `--yes` is set.
 * @returns undefined if no question is needed or possible, or if the user chooses none
 */
export async function askEncoding(
  cli: Cli,
  path: string,
  options: ReadAndCheckOptions,
): Promise<string | undefined> {
  const { input, yes } = cli.globals
  if (!cli.interactive || !input || yes || options.encoding !== undefined) return undefined
  const resolved = await applyProjectDefaults(cli, path, options)
  if (resolved.encoding !== undefined) return undefined
  const source = await openInputFile(cli, path)
  const manifest = await readManifest(resolve(cli.cwd, path), { ...resolved, source })
  if (!manifest.findings.some(({ code }) => code === 'encoding.unknown')) return undefined
  // No single encoding reads all lines; the check names the option for two.
  if (isMixed(await surveyLines(source, 'utf-8', 0))) return undefined
  const choices = (await sampleEncodings(source)).map(toChoice)
  const question = `${path} is not UTF-8. Which of these is readable?`
  const none = { name: 'none of them', value: '' }
  const encoding = await cli.prompts.choose(question, [...choices, none], cli.signal)
  if (encoding === '') return undefined
  hint(cli, `To skip this question next time, use --encoding ${encoding}`)
  return encoding
}

function toChoice({ encoding, samples }: EncodingSample): { name: string; value: string } {
  return { name: `${samples.join(', ')}   (${encoding})`, value: encoding }
}
