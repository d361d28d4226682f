import { basename } from 'node:path'
import type { Cli } from '../../cli.ts'
import { hint, print, printText, selectFields, tell } from '../../terminal/output.ts'
import { sanitizeLine, toSafeJson } from '../../terminal/sanitize.ts'
import type { Manifest } from '../../tables/manifest.ts'
import { wrapText } from '../../terminal/table.ts'
import { formatCount } from '../../terminal/format.ts'
import type { Target } from '../report/report-run.ts'
import type { Finding } from '../../tables/finding.ts'
import type { CheckSummary } from './tally.ts'

const DEFAULT_SHOWN_PER_CODE = 5
const MAX_VALUE_CHARACTERS = 60
/** Narrower terminals are treated as this wide. */
const MIN_COLUMNS = 20
const FINDING_COLUMNS = ['severity', 'code', 'line', 'cell', 'value', 'message', 'suggestion']

export interface CheckReport {
  manifest: Manifest
  result: CheckSummary
  target: Target | null
  /** Number of findings shown per code in human-readable output. Default: 5. */
  shownPerCode?: number
  /** Way to see the other findings, as part of a sentence. */
  seeAllHint: string
}

/**
 * Prints the findings of a check: grouped by code on a terminal, as a JSON document, or as a table with the
 * summary on standard error.
 */
export function reportCheck(cli: Cli, report: CheckReport): void {
  const { output } = cli.globals
  const { result } = report
  if (output === 'json') printText(cli, toSafeJson(buildDocument(cli, report), 2))
  else if (output === 'human' && cli.stdout.isTTY) printText(cli, formatReport(cli, report))
  else {
    print(cli, result.findings, FINDING_COLUMNS)
    tell(cli, `${formatOmittedCount(result)}${formatSummary(result)}`.trimEnd().split('\n'))
  }
}

function formatReport(cli: Cli, { result, shownPerCode, seeAllHint }: CheckReport): string {
  const { findings } = result
  const limit = shownPerCode ?? DEFAULT_SHOWN_PER_CODE
  const width = cli.stdout.columns ?? Infinity
  const groupsText = formatFindings(findings, { width, shownPerCode: limit })
  const groups = Map.groupBy(findings, formatTitle)
  const hasHidden = [...groups.values()].some((members) => members.length > limit)
  const lines = wrapText(`Some findings are not shown: ${seeAllHint}.`, width)
  const advice = hasHidden ? `${lines.join('\n')}\n` : ''
  return groupsText + formatOmittedCount(result) + advice + formatSummary(result)
}

/** Builds the JSON document `catalog.check/1`. */
function buildDocument(cli: Cli, { manifest, result, target }: CheckReport): object {
  const { path, sha256, format, sheet, encoding, delimiter } = manifest
  const { findings, rows, ok, errors, warnings, bytes } = result
  return {
    schema: 'catalog.check/1',
    manifest: { name: basename(path), sha256, format, sheet, encoding, delimiter },
    target,
    summary: {
      rows,
      ok,
      with_errors: result.rowsWithErrors,
      with_warnings: result.rowsWithWarnings,
      errors,
      warnings,
      bytes,
      urls: result.urls,
      already_imported: result.alreadyImported,
      findings_left_out: result.omittedFindings,
    },
    findings: selectFields(cli, findings),
  }
}

interface Layout {
  /** Maximum line length. */
  width?: number
  shownPerCode?: number
}

/** Prints findings that do not prevent the command on standard error. */
export function hintFindings(cli: Cli, { findings }: Pick<CheckSummary, 'findings'>): void {
  const { isTTY, columns = Infinity } = cli.stderr
  const width = isTTY ? columns : Infinity
  if (findings.length > 0) hint(cli, formatFindings(findings, { width }).trimEnd().split('\n'))
}

/** Formats findings grouped by code, errors first. */
function formatFindings(findings: readonly Finding[], layout: Layout): string {
  const groups = Map.groupBy(findings, formatTitle)
  return [...groups.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([title, members]) => formatGroup(title, members, layout))
    .join('')
}

function formatTitle({ severity, code }: Finding): string {
  return `${severity} ${code}`
}

function formatGroup(
  title: string,
  members: readonly Finding[],
  { width = Infinity, shownPerCode = DEFAULT_SHOWN_PER_CODE }: Layout,
): string {
  const lineWidth = Math.max(MIN_COLUMNS, width)
  const lines = members
    .slice(0, shownPerCode)
    .flatMap((finding) => wrapText(formatFinding(finding), lineWidth, ['  ', '    ']))
  const more = members.length - shownPerCode
  if (more > 0) lines.push(`  … and ${more} more`)
  return `${title} (${members.length})\n${lines.join('\n')}\n`
}

function formatFinding({ line, cell, value, message, suggestion }: Finding): string {
  const positions = [line === null ? '' : `line ${line}`, cell ?? ''].filter((part) => part !== '')
  const text = value === null ? '' : ` ${JSON.stringify(truncate(value))}`
  const advice = suggestion === null ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`
  const position = positions.length === 0 ? '' : `${positions.join(', ')}:`
  return sanitizeLine(`${position}${text} ${message}${advice}`.trim())
}

function truncate(value: string): string {
  return value.length <= MAX_VALUE_CHARACTERS ? value : `${value.slice(0, MAX_VALUE_CHARACTERS)}…`
}

function describeUrls(count: number): string {
  return count === 1 ? '1 file is a URL.' : `${count} files are URLs.`
}

function formatOmittedCount({ omittedFindings }: CheckSummary): string {
  return omittedFindings === 0
    ? ''
    : `${formatCount(omittedFindings, 'more finding')} not listed. To list more, raise --max-errors.\n`
}

function formatSummary({ errors, ok, rows, alreadyImported, urls }: CheckSummary): string {
  const downloads = urls === 0 ? '' : ` ${describeUrls(urls)}`
  const done =
    alreadyImported === 0 ? '' : ` ${formatCount(alreadyImported, 'row')} already imported.`
  const imported = `${downloads}${done}`
  if (errors === 0 && rows === 0) {
    return `No rows left to import${imported === '' ? '.' : `:${imported}`}\n`
  }
  if (errors === 0) {
    return `${rows === 1 ? 'The only row is valid.' : `All ${rows} rows are valid.`}${imported}\n`
  }
  const valid = rows === 0 ? '' : `, ${ok} of ${rows} rows are valid`
  return `${formatCount(errors, 'error')}${valid}.${imported} Nothing was sent.\n`
}
