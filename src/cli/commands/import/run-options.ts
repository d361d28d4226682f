import {
  InvalidArgumentError,
  Option,
  type Command,
  type OptionValues,
} from '@commander-js/extra-typings'
import { parseRowRanges, type RowRanges } from '../../import/manifest/row-ranges.ts'
import { duration, wholeNumber } from '../../option-types.ts'
import {
  DEFAULT_DUPLICATE_POLICY,
  DUPLICATE_POLICIES,
  type DuplicatePolicy,
} from '../../import/check/existing/policy.ts'
import { onError } from './on-error.ts'

/** The options of an import beside those that say what the manifest is. */
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
      new Option('--commit-order <order>', 'images are made in the order of rows, or as they come')
        .choices(['manifest', 'any'] as const)
        .default('manifest' as const),
    )
    .addOption(duplicatesOption())
}

export function duplicatesOption() {
  return new Option('--duplicates <policy>', 'rows whose picture the collection has already')
    .choices(DUPLICATE_POLICIES)
    .default(DEFAULT_DUPLICATE_POLICY)
}

/** How the files of a table are sent, whatever its rows are for. */
export function addSendingOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .option('--concurrency <number>', 'pictures sent at the same time', wholeNumber, 4)
    .addOption(
      new Option('--on-error <what>', 'continue, stop, or a number of failures')
        .argParser(onError)
        .default(Infinity, 'continue'),
    )
    .option('--rows <numbers>', 'only these rows: 1-500,700', parseRowRanges)
    .option('--only-failed', 'only rows that an earlier run did not bring to an end')
    .option('--max-rows <number>', 'begin no more than so many rows', wholeNumber)
    .option('--max-duration <time>', 'begin no more rows after 90s, 30m or 8h', duration)
    .option('--skip-rows-with-errors', 'take the rows that are right although others are not')
    .addOption(
      new Option('--verify <how>', 'what is looked at again at the instance')
        .choices(['etag', 'size', 'full'] as const)
        .default('etag' as const),
    )
    .option('--bwlimit <rate>', 'send no more bytes a second: 500k, 2M', byteRate)
    .option('--delay <time>', 'wait between two rows: 1s', duration)
    .option('--move-done <folder>', 'move files there once their image has them')
    .option('--journal <folder>', 'where what was done is remembered (default: beside the table)')
    .option('--dry-run', 'check and tell the plan, send nothing')
    .option('--html-report <file>', 'page about what became of each row')
    .option('--wait', 'wait until the instance has processed the pictures')
    .option('--wait-timeout <time>', 'wait no longer than 90s, 30m or 8h (default: 30m)', duration)
    .option('--error-on-nothing', 'end with 10 when there was nothing to do')
}

const UNITS: Record<string, number> = { '': 1, k: 1e3, m: 1e6, g: 1e9 }

function byteRate(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,9})([kmg]?)b?(?:\/s)?$/i.exec(text) ?? []
  const rate = Number(number) * (UNITS[unit.toLowerCase()] ?? 0)
  if (rate > 0) return rate
  throw new InvalidArgumentError('It should be bytes a second, such as 500k or 2M.')
}
