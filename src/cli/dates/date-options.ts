import {
  InvalidArgumentError,
  Option,
  type Command,
  type OptionValues,
} from '@commander-js/extra-typings'
import { LANGUAGES, type Language } from '../../core/edtf/recorded/language-pack.ts'
import type { RecordedDateOptions } from '../../core/edtf/recorded/recorded-date.ts'

/** The options of commands that read recorded dates. */
export interface DateFlags {
  lang?: Language[]
  dayFirst?: true
  monthFirst?: true
}

/** Adds the options of commands that read recorded dates. */
export function addDateOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .option(
      '--lang <codes>',
      `Languages of the dates, separated by commas (default: ${LANGUAGES.join(',')})`,
      parseLanguages,
    )
    .option('--day-first', 'Read the first number of 5/12/1920 as the day')
    .addOption(
      new Option('--month-first', 'Read the first number of 5/12/1920 as the month').conflicts(
        'dayFirst',
      ),
    )
}

export function toRecordedDateOptions({
  lang,
  dayFirst,
  monthFirst,
}: DateFlags): RecordedDateOptions {
  const dayOrder = dayFirst ? 'day-first' : monthFirst && 'month-first'
  return { ...(lang && { languages: lang }), ...(dayOrder && { dayOrder }) }
}

/** Codes of Bokmål and Nynorsk, which are read as one language. */
const NORWEGIAN: Readonly<Record<string, Language>> = { nb: 'no', nn: 'no' }

function parseLanguages(text: string): Language[] {
  const given = text.split(',').map((code) => code.trim().toLowerCase())
  const codes = given.map((code) => NORWEGIAN[code] ?? code)
  const languages = LANGUAGES.filter((language) => codes.includes(language))
  if (codes.every((code) => LANGUAGES.some((language) => language === code))) return languages
  throw new InvalidArgumentError(`Must be a list of ${LANGUAGES.join(', ')}.`)
}
