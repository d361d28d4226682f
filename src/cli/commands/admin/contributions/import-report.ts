import { abbreviate } from '../../../../core/model/geometry/parse.ts'
import type { Cli } from '../../../cli.ts'
import { EXIT } from '../../../terminal/exit-codes.ts'
import { formatCount } from '../../../terminal/format.ts'
import { print, printText, tell } from '../../../terminal/output.ts'
import { toSafeJson } from '../../../terminal/sanitize.ts'
import type { FileRow } from './file-rows.ts'
import type { Outcome, RowProblem } from './import-kind.ts'

const MAX_VALUE_CHARACTERS = 200

/** Problem with a row or one of its values. */
interface ImportError {
  /** From 1, without the header. */
  row: number
  line: number
  column: string | null
  value: string | null
  message: string
}

/** Counts rows and outcomes, and keeps the first errors. */
export interface Tally {
  readonly rows: number
  /** Rows with errors. */
  readonly invalid: number
  /** Whether the file could not be read to its end. */
  readonly isUnreadable: boolean
  readonly errors: readonly ImportError[]
  readonly omittedErrors: number
  readonly outcomes: Readonly<Record<Outcome, number>>
  addRow(row: FileRow, problems: readonly RowProblem[]): void
  addOutcomes(outcomes: readonly Outcome[]): void
  /** Counts a row as invalid that was valid when it was checked. */
  addRefusal(row: FileRow, problem: RowProblem): void
}

/** @param most number of errors to keep */
export function createTally(most: number): Tally {
  const errors: ImportError[] = []
  const outcomes = { added: 0, replaced: 0, present: 0 }
  const counts = { rows: 0, invalid: 0, isUnreadable: false, omittedErrors: 0 }
  const addError = ({ row, line, values }: FileRow, { column, message }: RowProblem): void => {
    if (errors.length >= most) counts.omittedErrors += 1
    else errors.push({ row, line, column, value: quote(column && values[column]), message })
  }
  return {
    errors,
    outcomes,
    get rows() {
      return counts.rows
    },
    get invalid() {
      return counts.invalid
    },
    get isUnreadable() {
      return counts.isUnreadable
    },
    get omittedErrors() {
      return counts.omittedErrors
    },
    addRow(row, problems) {
      counts.rows += 1
      if (problems.length > 0) counts.invalid += 1
      if (row.isFatal) counts.isUnreadable = true
      for (const problem of problems) addError(row, problem)
    },
    addOutcomes(made) {
      for (const outcome of made) outcomes[outcome] += 1
    },
    addRefusal(row, problem) {
      counts.invalid += 1
      addError(row, problem)
    },
  }
}

function quote(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value : abbreviate(value)
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text
}

interface Reported {
  path: string
  /** Whether nothing was written because of errors. */
  isRefused: boolean
  isDryRun: boolean
}

/** Prints the errors and the counts, and sets the exit code. */
export function reportImport(
  cli: Cli,
  tally: Tally,
  { path, isRefused, isDryRun }: Reported,
): void {
  const { rows, invalid, errors, omittedErrors, outcomes } = tally
  if (invalid > 0) cli.exitCode = isRefused ? EXIT.invalid_data : EXIT.partial
  if (cli.globals.output === 'json') {
    const summary = { rows, ...outcomes, invalid, errors_left_out: omittedErrors }
    const members = { file: path, dry_run: isDryRun, summary, errors }
    return printText(cli, toSafeJson(members, 2))
  }
  print(cli, errors, ['row', 'line', 'column', 'value', 'message'])
  if (omittedErrors > 0) {
    tell(cli, `${formatCount(omittedErrors, 'more error')}. To list more, raise --max-errors.`)
  }
  const wrong = `${formatCount(invalid, 'row')} of ${rows} cannot be imported`
  if (isRefused) return tell(cli, `${wrong}. Nothing was written. Add --skip-invalid to skip them.`)
  const { added, replaced, present } = outcomes
  const [verb, changed] = isDryRun ? ['Would add', 'would replace'] : ['Added', 'replaced']
  const replacements = replaced > 0 ? `, ${changed} ${replaced}` : ''
  const skipped = invalid > 0 ? ` ${wrong}.` : ''
  tell(cli, `${verb} ${added}${replacements}; ${present} already present.${skipped}`)
}
