import {
  InvalidArgumentError,
  Option,
  type Command,
  type OptionValues,
} from '@commander-js/extra-typings'
import { parseRowRanges, type RowRanges } from '../../tables/row-ranges.ts'
import { parseDuration, parseNonBlank, parsePositiveInteger } from '../../options/option-parsers.ts'
import {
  DEFAULT_DUPLICATE_POLICY,
  DUPLICATE_POLICIES,
  type DuplicatePolicy,
} from '../../import/check/existing/duplicate-policy.ts'

/** The options that control a run. */
export interface RunFlags {
  concurrency: number
  commitOrder: 'manifest' | 'any'
  onError: number
  duplicates?: DuplicatePolicy
  rows?: RowRanges
  onlyFailed?: true
  maxRows?: number
  maxDuration?: number
  skipRowsWithErrors?: true
  verify: 'etag' | 'size' | 'full'
  bwlimit?: number
  delay?: number
  moveDone?: string
  name?: string
  journal?: string
  dryRun?: true
  wait?: true
  waitTimeout?: number
  errorOnNothing?: true
  htmlReport?: string
}

export function addRunOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return addSendingOptions(command)
    .addOption(
      new Option('--commit-order <order>', 'Create the images in manifest order or in any order')
        .choices(['manifest', 'any'] as const)
        .default('manifest' as const),
    )
    .addOption(createDuplicatesOption())
    .option('--name <name>', "Name of the import (default: the manifest's)", parseNonBlank)
}

export function createDuplicatesOption() {
  return new Option(
    '--duplicates <policy>',
    'What to do with an image that the collection already has',
  )
    .choices(DUPLICATE_POLICIES)
    .default(DEFAULT_DUPLICATE_POLICY)
}

/** Adds the options of commands that upload the files of a table. */
export function addSendingOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .optionsGroup('Run options:')
    .option('--concurrency <number>', 'Number of simultaneous uploads', parsePositiveInteger, 4)
    .addOption(
      new Option(
        '--on-error <what>',
        'After a failed row: continue, stop, or stop after this many failures',
      )
        .argParser(parseMaxFailures)
        .default(Infinity, 'continue'),
    )
    .option('--rows <ranges>', 'Process only these rows, such as 1-500,700', parseRowRanges)
    .option('--only-failed', 'Process only rows that earlier runs started but did not complete')
    .option('--max-rows <number>', 'Start at most this many rows', parsePositiveInteger)
    .option(
      '--max-duration <time>',
      'Stop starting rows after this time, such as 90s, 30m or 8h',
      parseDuration,
    )
    .option('--skip-rows-with-errors', 'Process the valid rows even if other rows have errors')
    .addOption(
      new Option('--verify <how>', 'How to verify each upload')
        .choices(['etag', 'size', 'full'] as const)
        .default('etag' as const),
    )
    .option(
      '--bwlimit <rate>',
      'Limit the upload rate in bytes per second, such as 500k or 2M',
      parseByteRate,
    )
    .option('--delay <time>', 'Pause between rows, such as 1s', parseDuration)
    .option('--move-done <folder>', 'Move each file to this folder after it is imported')
    .option('--journal <folder>', 'Folder of the journal (default: beside the manifest)')
    .option('--dry-run', 'Check and show the plan without sending anything')
    .option('--html-report <file>', 'Write an HTML report with the result of each row')
    .option('--wait', 'Wait until the instance has processed the images')
    .option(
      '--wait-timeout <time>',
      'Wait at most this long, such as 90s or 8h (default: 30m)',
      parseDuration,
    )
    .option('--error-on-nothing', 'Exit with code 10 if there is nothing to do')
}

/** Parses `continue`, `stop` or a number. @returns the number of failures after which a run stops */
function parseMaxFailures(text: string): number {
  if (text === 'continue') return Infinity
  if (text === 'stop') return 1
  if (/^\d/.test(text)) return parsePositiveInteger(text)
  throw new InvalidArgumentError('Must be continue, stop or a number.')
}

const UNITS: Record<string, number> = { '': 1, k: 1e3, m: 1e6, g: 1e9 }

function parseByteRate(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,9})([kmg]?)b?(?:\/s)?$/i.exec(text) ?? []
  const rate = Number(number) * (UNITS[unit.toLowerCase()] ?? 0)
  if (rate > 0) return rate
  throw new InvalidArgumentError('Must be a number of bytes per second, such as 500k or 2M.')
}
