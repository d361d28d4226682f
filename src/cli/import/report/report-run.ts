import type { Cli } from '../../cli.ts'
import { print, printDocument } from '../../terminal/output.ts'
import { tallyCounted, type Tally } from './summary.ts'
import type { JournalReader } from '../journal/journal-reader.ts'
import type { Purpose } from '../../tables/columns.ts'
import type { Picture, Pictures } from './pictures/fetch-pictures.ts'
import { hasProblem, pictureColumns, withPictures } from './pictures/picture-counts.ts'
import { isDone, toRowResult, type RowResult } from '../journal/row-result.ts'

const TERMINAL_COLUMNS: Record<Purpose, string[]> = {
  import: ['line', 'file', 'state'],
  replace: ['line', 'image_id', 'file', 'state'],
}

const RESULT_COLUMNS = ['line', 'file', 'state', 'image_id', 'code', 'message']

/** The instance and account of an import. */
export interface Target {
  url: string
  account: string
}

/** Lists the results of the manifest's rows, read from the journal on each iteration. */
export function* listResults(journal: JournalReader): Generator<RowResult> {
  for (const stored of journal.readStoredRows('listed')) {
    yield toRowResult(stored, journal.batch.run)
  }
}

export function tallyJournal(journal: JournalReader): Tally {
  return tallyCounted(journal.countRowsByResult(), journal.batch.run)
}

/**
 * Prints the results of rows. A terminal shows rows that need attention, a pipe also rows that changed, and
 * both show all rows if `everyRow` is set. Other output formats have all rows, and JSON also `document`.
 */
export function reportRun(
  cli: Cli,
  results: Iterable<RowResult>,
  {
    purpose,
    everyRow,
    columns = TERMINAL_COLUMNS[purpose],
    pictures,
    ...document
  }: {
    purpose: Purpose
    everyRow?: true
    columns?: string[]
    pictures?: Pictures
    [member: string]: unknown
  },
): void {
  const { output } = cli.globals
  const rows = withPictures(results, pictures)
  const extraColumns = pictureColumns(pictures)
  if (output === 'json') {
    return printDocument(cli, { schema: `catalog.${purpose}/1`, ...document }, rows)
  }
  if (output === 'id') return print(cli, imagesOf(rows), ['id'])
  const isTerminal = output === 'human' && cli.stdout.isTTY === true
  const isShown = isTerminal ? needsAttention : document.dry_run === true ? wouldChange : hasChanged
  const all = [...rows]
  const shown = everyRow || output !== 'human' ? all : all.filter(isShown)
  if (!isTerminal) return print(cli, shown, [...RESULT_COLUMNS, ...extraColumns])
  const details = extraColumns.filter((name) => !columns.includes(name))
  print(cli, shown, columns, ['message', ...details])
}

function needsAttention({ state, code, ...picture }: RowResult & Picture): boolean {
  return hasProblem(picture) || (!isDone(state) && state !== 'not_started') || code !== null
}

/** Whether the run changed the row, or the row needs attention. */
function hasChanged(row: RowResult): boolean {
  return ['imported', 'replaced', 'exists'].includes(row.state) || needsAttention(row)
}

function wouldChange(row: RowResult): boolean {
  return !isDone(row.state) || row.state === 'exists' || needsAttention(row)
}

function imagesOf(rows: Iterable<RowResult>): { id: number }[] {
  return [...rows].flatMap(({ image_id, state }) =>
    image_id === null || !isDone(state) ? [] : { id: image_id },
  )
}
