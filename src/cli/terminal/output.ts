import { once } from 'node:events'
import type { Cli } from '../cli.ts'
import { escapeFormula } from './formula-escape.ts'
import type { OutputFormat } from '../options/globals.ts'
import { sanitizeLine, sanitizeCell, escapeField, toSafeJson } from './sanitize.ts'
import { formatTable, wrapText } from './table.ts'

/** One result. Tables show only the columns that the command chooses; JSON shows all members. */
export type Row = object

const DEFAULT_COLUMNS = 100

/**
 * Writes results to standard output: a table on a terminal, TSV in a pipe, or the format of `--output`.
 * @param details members that are too long for a column: on a terminal they appear below their row if set
 */
export function print(
  cli: Cli,
  rows: readonly Row[],
  columns: readonly string[],
  details: readonly string[] = [],
): void {
  const { fields } = cli.globals
  const chosenFormat = resolveFormat(cli)
  const isTable = chosenFormat === 'table' || chosenFormat === 'human'
  if (isTable && !fields && details.length > 0) {
    cli.stdout.write(
      formatRowsWithDetails(rows, { columns, details }, cli.stdout.columns ?? DEFAULT_COLUMNS),
    )
    return
  }
  const shown = fields ?? [...columns, ...details]
  cli.stdout.write(format(chosenFormat, selectFields(cli, rows), shown, cli))
}

/**
 * Writes results as they arrive. A table and a JSON document are written at the end: a table because of the widths
 * of its columns, and the document because a failure must not leave half of one.
 */
export async function printParts(
  cli: Cli,
  parts: AsyncIterable<readonly Row[]>,
  columns: readonly string[],
): Promise<void> {
  const chosenFormat = resolveFormat(cli)
  const isWhole = chosenFormat === 'table' || chosenFormat === 'json'
  const all: Row[] = []
  let isFirst = true
  for await (const rows of parts) {
    if (isWhole) all.push(...rows)
    else await writePart(cli, rows, { as: chosenFormat, columns, isFirst })
    isFirst = false
  }
  if (isWhole) print(cli, all, columns)
}

async function writePart(
  cli: Cli,
  rows: readonly Row[],
  { as, columns, isFirst }: { as: OutputFormat; columns: readonly string[]; isFirst: boolean },
): Promise<void> {
  const { fields } = cli.globals
  if (isFirst) hintUnknownFields(cli, rows)
  const selected = fields ? rows.map((row) => pick(row, fields)) : rows
  const text = format(as, selected, fields ?? columns, cli)
  await writeResult(cli, isFirst || !HAS_HEADER.has(as) ? text : withoutHeader(text))
}

const HAS_HEADER: ReadonlySet<string> = new Set(['csv', 'tsv'])

/** The names of fields contain no line breaks. */
function withoutHeader(text: string): string {
  return text.slice(text.indexOf('\n') + 1)
}

/** Writes to standard output, and waits until a slow reader has taken it. */
export async function writeResult(cli: Cli, text: string | Uint8Array): Promise<void> {
  if (!cli.stdout.write(text)) await once(cli.stdout, 'drain', { signal: cli.signal })
}

/** Writes one result: one member per line for people, one object for programs. */
export function printRecord(cli: Cli, record: Row): void {
  const [chosen = record] = selectFields(cli, [record])
  const format = resolveFormat(cli)
  if (format === 'json') cli.stdout.write(`${toSafeJson(chosen, 2)}\n`)
  else if (cli.globals.output === 'human') cli.stdout.write(formatRecord(chosen))
  else print(cli, [chosen], Object.keys(chosen))
}

/**
 * Writes one JSON object whose last member `rows` may be very long. It writes each row before it reads the next.
 * `--fields` selects members of the rows.
 */
export function printDocument(cli: Cli, members: Row, rows: Iterable<Row>): void {
  const { stdout, globals } = cli
  const { fields } = globals
  stdout.write(`${toSafeJson(members, 2).replace(/\n\}$/, '')},\n  "rows": [`)
  let separator = ''
  for (const row of rows) {
    if (separator === '') hintUnknownFields(cli, [row])
    const text = toSafeJson(fields ? pick(row, fields) : row, 2).replaceAll('\n', '\n    ')
    stdout.write(`${separator}\n    ${text}`)
    separator = ','
  }
  stdout.write(separator === '' ? ']\n}\n' : '\n  ]\n}\n')
}

/** Writes text that is the result itself. */
export function printText(cli: Cli, text: string): void {
  cli.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

/**
 * Writes a message to standard error. Each string is one line: line breaks within it are replaced.
 */
export function tell(cli: Cli, message: string | readonly string[]): void {
  const lines = [message].flat().map(sanitizeLine)
  const { isTTY, columns } = cli.stderr
  const laid = isTTY && columns ? lines.flatMap((line) => wrapLine(line, columns)) : lines
  cli.stderr.write(`${laid.join('\n')}\n`)
}

/** Keeps indented lines whole: they are commands to copy, or already formatted. */
function wrapLine(line: string, columns: number): string[] {
  return line.startsWith(' ') ? [line] : wrapText(line, columns)
}

/** Writes a message to standard error, unless `--quiet` is set. */
export function hint(cli: Cli, message: string | readonly string[]): void {
  if (!cli.globals.quiet) tell(cli, message)
}

/** Reduces rows to the members that `--fields` names, if it is set. */
export function selectFields(cli: Cli, rows: readonly Row[]): readonly Row[] {
  const { fields } = cli.globals
  if (!fields) return rows
  hintUnknownFields(cli, rows)
  return rows.map((row) => pick(row, fields))
}

function hintUnknownFields(cli: Cli, rows: readonly Row[]): void {
  const { fields = [] } = cli.globals
  const unknown = fields.filter((name) => rows.every((row) => getMember(row, name) === undefined))
  if (rows[0] === undefined || unknown.length === 0) return
  const known = Object.keys(rows[0]).join(', ')
  hint(cli, `Unknown in --fields: ${unknown.join(', ')}. Available fields: ${known}.`)
}

/** Whether results keep the structure that the API gives them. */
export function isForPrograms(cli: Cli): boolean {
  return cli.globals.output === 'json' || cli.globals.output === 'ndjson'
}

function resolveFormat(cli: Cli): OutputFormat | 'table' {
  const { output } = cli.globals
  if (output !== 'human') return output
  return cli.stdout.isTTY ? 'table' : 'tsv'
}

function format(
  as: OutputFormat | 'table',
  rows: readonly Row[],
  columns: readonly string[],
  cli: Cli,
): string {
  const writers: Record<OutputFormat | 'table', () => string> = {
    json: () => `${toSafeJson(rows, 2)}\n`,
    ndjson: () => rows.map((row) => `${toSafeJson(row)}\n`).join(''),
    csv: () => formatSeparated(rows, columns, ',', formatCsvCell),
    tsv: () => formatSeparated(rows, columns, '\t', escapeField),
    id: () =>
      rows
        .map(
          (row) =>
            `${escapeField(toText(getMember(row, 'id') ?? getMember(row, columns[0] ?? '')))}\n`,
        )
        .join(''),
    table: () => formatRows(rows, columns, cli.stdout.columns ?? DEFAULT_COLUMNS),
    human: () => formatRows(rows, columns, cli.stdout.columns ?? DEFAULT_COLUMNS),
  }
  return writers[as]()
}

function formatRows(rows: readonly Row[], columns: readonly string[], width: number): string {
  const header = columns.map((name) => name.toUpperCase().replaceAll('_', ' '))
  const lines = rows.map((row) => columns.map((name) => sanitizeLine(toText(getMember(row, name)))))
  return rows.length === 0 ? '' : formatTable([header, ...lines], width)
}

const INDENT = '    '

function formatRowsWithDetails(
  rows: readonly Row[],
  { columns, details }: { columns: readonly string[]; details: readonly string[] },
  width: number,
): string {
  const [header = '', ...lines] = formatRows(rows, columns, width).split('\n')
  const blocks = rows.map((row, index) => {
    const texts = details
      .map(
        (name) => [name.replaceAll('_', ' '), sanitizeLine(toText(getMember(row, name)))] as const,
      )
      .filter(([, text]) => text !== '')
    const wrapped = texts.flatMap(([name, text]) =>
      wrapText(`${name}: ${text}`, width - INDENT.length),
    )
    return [lines[index] ?? '', ...wrapped.map((line) => INDENT + line)].join('\n')
  })
  return rows.length === 0 ? '' : `${[header, ...blocks].join('\n')}\n`
}

function formatSeparated(
  rows: readonly Row[],
  columns: readonly string[],
  separator: string,
  write: (text: string) => string,
): string {
  const lines = rows.map((row) => columns.map((name) => toText(getMember(row, name))))
  return [columns, ...lines].map((line) => `${line.map(write).join(separator)}\n`).join('')
}

function formatRecord(record: Row): string {
  const lines = Object.entries(record).map(([name, value]) => [
    `${sanitizeLine(name).replaceAll('_', ' ')}:`,
    sanitizeLine(toText(value)),
  ])
  return formatTable(lines, Number.POSITIVE_INFINITY)
}

function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, getMember(row, name) ?? null]))
}

function getMember(row: Row, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(toText).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Quotes a cell according to RFC 4180, section 2. */
function formatCsvCell(value: string): string {
  const text = escapeFormula(sanitizeCell(value))
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
