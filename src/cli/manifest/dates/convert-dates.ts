import { resolve } from 'node:path'
import type { Confidence } from '../../../core/edtf/recorded/reading-set.ts'
import type { RecordedDateOptions } from '../../../core/edtf/recorded/recorded-date.ts'
import type { Cli } from '../../cli.ts'
import { createDayOrderCounter } from '../../dates/day-order-counter.ts'
import { describeReading } from '../../dates/describe-reading.ts'
import { formatCount } from '../../terminal/format.ts'
import { hint, print, printDocument } from '../../terminal/output.ts'
import { readTable, type ReadOptions } from '../read-table.ts'
import { askForDates, listCertainDates } from './choose-dates.ts'
import { findDateColumns, listDistinctDates, type DistinctDate } from './recorded-dates.ts'
import { writeDates, type DatedTable } from './write-dates.ts'

interface ConvertOptions {
  reading: ReadOptions
  dates: RecordedDateOptions
  /** File of the copy; true for a file beside the manifest. */
  write: string | true | undefined
  force: boolean | undefined
  interactive: boolean | undefined
}

/** Prints what the recorded dates of a manifest mean, and writes a copy with the certain ones if asked. */
export async function convertDates(
  cli: Cli,
  manifest: string,
  { reading, dates: options, write, force, interactive }: ConvertOptions,
): Promise<void> {
  const table = await readTable(cli, manifest, reading)
  const columns = findDateColumns(table)
  const dates = await listDistinctDates(table, columns, options)
  const proof = options.dayOrder === undefined ? describeDayOrder(dates) : undefined
  if (write === undefined) return report(cli, { dates, proof }, null)
  const answers = interactive ? await askForDates(cli, dates) : []
  const edtf = new Map([...listCertainDates(dates), ...answers])
  const file = write === true ? undefined : write
  const written = await writeDates(cli, { table, columns }, edtf, { file, force })
  report(cli, { dates, proof }, written)
}

function describeDayOrder(dates: readonly DistinctDate[]): string | undefined {
  const counter = createDayOrderCounter()
  for (const { recorded, rows } of dates) counter.add(recorded, rows)
  return counter.describe()
}

const COLUMNS = ['recorded', 'rows', 'confidence', 'edtf', 'display']

interface Results {
  dates: readonly DistinctDate[]
  /** Sentence about the order of day and month that some dates prove; undefined if none does. */
  proof: string | undefined
}

function report(cli: Cli, { dates, proof }: Results, written: DatedTable | null): void {
  const rows = dates.map(describeDate)
  if (cli.globals.output === 'json') {
    const copy = written && { ...written, file: resolve(cli.cwd, written.file) }
    printDocument(cli, { summary: summarize(dates), written: copy }, rows)
  } else if (cli.globals.output === 'ndjson') print(cli, rows, COLUMNS)
  else print(cli, dates.map(toRow), COLUMNS, ['note'])
  hint(cli, formatSummary(dates))
  if (proof !== undefined) hint(cli, proof)
  if (written !== null) {
    const { file, filled } = written
    hint(cli, `Written: ${file} (${formatCount(filled, 'date')} filled in)`)
  }
}

function describeDate({ readings, ...date }: DistinctDate): object {
  return { ...date, readings: readings.map(describeReading) }
}

/** One row for each recorded date: of several readings, all are listed. */
function toRow({ readings, ...date }: DistinctDate): object {
  const described = readings.map(describeReading)
  return {
    ...date,
    edtf: described.map(({ edtf }) => edtf).join(' or '),
    display: described.map(({ display }) => display).join(' or '),
    note:
      date.reason === null
        ? [...new Set(described.flatMap(({ notes }) => notes))].join(' ')
        : `Not understood as a date: ${date.reason}.`,
  }
}

interface Summary extends Record<Confidence, number> {
  /** Number of distinct recorded dates. */
  dates: number
  /** Number of rows with a certain date and no EDTF date. */
  blank_certain: number
}

function summarize(dates: readonly DistinctDate[]): Summary {
  const count = (wanted: Confidence): number => {
    return dates.filter(({ confidence }) => confidence === wanted).length
  }
  const certain = dates.filter(({ confidence }) => confidence === 'certain')
  return {
    dates: dates.length,
    certain: count('certain'),
    likely: count('likely'),
    ambiguous: count('ambiguous'),
    none: count('none'),
    blank_certain: certain.reduce((sum, { blank }) => sum + blank, 0),
  }
}

function formatSummary(dates: readonly DistinctDate[]): string {
  const { certain, likely, ambiguous, none } = summarize(dates)
  const counts = `${certain} certain, ${likely} likely, ${ambiguous} ambiguous, ${none} not read`
  return `${formatCount(dates.length, 'distinct date')}: ${counts}.`
}
