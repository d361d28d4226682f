import { resolve } from 'node:path'
import type { Cli } from '../../cli.ts'
import { hint } from '../../output.ts'
import { sampleEncodings, type EncodingSample } from './encoding-samples.ts'
import { readManifest } from './manifest.ts'
import { applyProjectDefaults, type ReadAndCheckOptions } from '../check/read-and-check.ts'

/**
 * Asks a person who is there which encoding a manifest is in, where that cannot be told apart; each is shown by
 * words of the manifest. Nobody is asked who has said it, or who has agreed to everything beforehand.
 * @returns undefined when there is nothing to ask, nobody to be asked, or none of them is right
 */
export async function askEncoding(
  cli: Cli,
  path: string,
  options: ReadAndCheckOptions,
): Promise<string | undefined> {
  const { input, yes } = cli.globals
  if (!cli.interactive || !input || yes || options.encoding !== undefined) return undefined
  const wanted = await applyProjectDefaults(cli, path, options)
  if (wanted.encoding !== undefined) return undefined
  const manifest = await readManifest(resolve(cli.cwd, path), wanted)
  if (!manifest.findings.some(({ code }) => code === 'encoding.unknown')) return undefined
  const choices = (await sampleEncodings(manifest.path)).map(choice)
  const question = `${path} is not UTF-8. Which of these is readable?`
  const none = { name: 'none of them', value: '' }
  const encoding = await cli.prompts.choose(question, [...choices, none], cli.signal)
  if (encoding === '') return undefined
  hint(cli, `To skip this question next time, use --encoding ${encoding}`)
  return encoding
}

function choice({ encoding, samples }: EncodingSample): { name: string; value: string } {
  return { name: `${samples.join(', ')}   (${encoding})`, value: encoding }
}
