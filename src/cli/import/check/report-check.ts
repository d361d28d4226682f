import { basename } from 'node:path'
import type { Cli } from '../../cli.ts'
import { print, printText, tell } from '../../output.ts'
import { sanitizeLine, toSafeJson } from '../../sanitize.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { wrapText } from '../../table.ts'
import { formatCount, type Target } from '../report/report-run.ts'
import type { Finding } from './finding.ts'
import type { CheckSummary } from './tally.ts'

const SHOWN_PER_CODE = 5
const SHOWN_CHARACTERS = 60
/** A narrower terminal has no room for the words of a finding. */
const MIN_COLUMNS = 20
const FINDING_COLUMNS = ['severity', 'code', 'line', 'cell', 'value', 'message', 'suggestion']

/** A check that is to be reported. */
export interface CheckReport {
  manifest: Manifest
  result: CheckSummary
  target: Target | null
  /** Findings of each code that people are shown; a few by default. */
  shownPerCode?: number
  /** How people see those that are not shown. */
  seeAllHint: string
}

/**
 * Writes what the check found: grouped for people on a terminal, as a document or as rows for programs, who
 * are told the summary on standard error.
 */
export function reportCheck(cli: Cli, report: CheckReport): void {
  const { output } = cli.globals
  const { result } = report
  if (output === 'json') printText(cli, toSafeJson(buildDocument(report), 2))
  else if (output === 'human' && cli.stdout.isTTY) printText(cli, formatReport(cli, report))
  else {
    print(cli, result.findings, FINDING_COLUMNS)
    tell(cli, `${formatOmittedCount(result)}${formatSummary(result)}`.trimEnd().split('\n'))
  }
}

function formatReport(cli: Cli, { result, shownPerCode, seeAllHint }: CheckReport): string {
  const { findings } = result
  const most = shownPerCode ?? SHOWN_PER_CODE
  const width = cli.stdout.columns ?? Infinity
  const words = formatFindings(findings, { width, shownPerCode: most })
  const groups = Map.groupBy(findings, titleOf)
  const isPart = [...groups.values()].some((members) => members.length > most)
  const lines = wrapText(`Some findings are not shown: ${seeAllHint}.`, width)
  const advice = isPart ? `${lines.join('\n')}\n` : ''
  return words + formatOmittedCount(result) + advice + formatSummary(result)
}

/** Document `catalog.check/1`. */
function buildDocument({ manifest, result, target }: CheckReport): object {
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
      already_imported: result.alreadyImported,
      findings_left_out: result.omittedFindings,
    },
    findings,
  }
}

interface Layout {
  /** Lines are broken to fit it. */
  width?: number
  shownPerCode?: number
}

/** Grouped by code, errors first, a few of each. */
export function formatFindings(findings: readonly Finding[], shape: Layout): string {
  const groups = Map.groupBy(findings, titleOf)
  return [...groups.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([title, members]) => formatGroup(title, members, shape))
    .join('')
}

function titleOf({ severity, code }: Finding): string {
  return `${severity} ${code}`
}

function formatGroup(
  title: string,
  members: readonly Finding[],
  { width = Infinity, shownPerCode = SHOWN_PER_CODE }: Layout,
): string {
  const room = Math.max(MIN_COLUMNS, width)
  const lines = members
    .slice(0, shownPerCode)
    .flatMap((finding) => wrapText(formatFinding(finding), room, ['  ', '    ']))
  const more = members.length - shownPerCode
  if (more > 0) lines.push(`  … and ${more} more`)
  return `${title} (${members.length})\n${lines.join('\n')}\n`
}

function formatFinding({ line, cell, value, message, suggestion }: Finding): string {
  const place = [line === null ? '' : `line ${line}`, cell ?? ''].filter((part) => part !== '')
  const shown = value === null ? '' : ` ${JSON.stringify(truncate(value))}`
  const meant = suggestion === null ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`
  const where = place.length === 0 ? '' : `${place.join(', ')}:`
  return sanitizeLine(`${where}${shown} ${message}${meant}`.trim())
}

function truncate(value: string): string {
  return value.length <= SHOWN_CHARACTERS ? value : `${value.slice(0, SHOWN_CHARACTERS)}…`
}

function formatOmittedCount({ omittedFindings }: CheckSummary): string {
  return omittedFindings === 0
    ? ''
    : `${formatCount(omittedFindings, 'more finding')} not listed. To list more, raise --max-errors.\n`
}

function formatSummary({ errors, ok, rows, alreadyImported }: CheckSummary): string {
  const before =
    alreadyImported === 0 ? '' : ` ${formatCount(alreadyImported, 'row')} already imported.`
  if (errors === 0 && rows === 0) {
    return `No rows left to import${before === '' ? '.' : `:${before}`}\n`
  }
  if (errors === 0) {
    return `${rows === 1 ? 'The only row is valid.' : `All ${rows} rows are valid.`}${before}\n`
  }
  const right = rows === 0 ? '' : `, ${ok} of ${rows} rows are valid`
  return `${formatCount(errors, 'error')}${right}.${before} Nothing was sent.\n`
}
