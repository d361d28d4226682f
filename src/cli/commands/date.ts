import { Command } from '@commander-js/extra-typings'
import { invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { addDateOptions, toRecordedDateOptions } from '../dates/date-options.ts'
import { readStandardInput } from '../options/read-arguments.ts'

/** @throws CatalogError kind `invalid` if standard input has no lines or is a terminal */
async function readLines(cli: Cli): Promise<string[]> {
  const text = cli.interactive ? '' : await readStandardInput(cli)
  const lines = text.split(/\r?\n/v).filter((line) => line.trim() !== '')
  if (lines.length > 0) return lines
  throw invalid('text', 'is required. Give dates as arguments, or one per line on standard input')
}

const parseDateCommand: CommandFactory = (cli) =>
  addDateOptions(
    new Command('parse')
      .description('Show what recorded dates mean in EDTF, and which days they cover')
      .argument('[text...]', 'Dates (default: the lines of standard input)'),
  ).action(async (given, flags) => {
    const texts = given.length === 0 ? await readLines(cli) : given
    const { parseTexts } = await import('../dates/parse-texts.ts')
    parseTexts(cli, texts, toRecordedDateOptions(flags))
  })

export const dateCommand = createCommandGroup('date', 'Convert recorded dates to EDTF', [
  parseDateCommand,
])
