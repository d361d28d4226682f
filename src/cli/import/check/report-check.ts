import { basename } from 'node:path'
import type { Cli } from '../../cli.ts'
import { print, printText } from '../../output.ts'
import { printable, toJson } from '../../printable.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { count, type Target } from '../report.ts'
import type { Finding } from './finding.ts'
import type { CheckSummary } from './tally.ts'
import { wrap } from './wrap.ts'

const SHOWN_PER_CODE = 5
const SHOWN_CHARACTERS = 60
const FINDING_COLUMNS = ['severity', 'code', 'line', 'cell', 'value', 'message', 'suggestion']

/** Writes what the check found, as a document for programs or grouped for people. */
export function reportCheck(
  cli: Cli,
  manifest: Manifest,
  result: CheckSummary,
  target: Target | null,
): void {
  const { output } = cli.globals
  if (output === 'json') {
    printText(cli, toJson(checkDocument(manifest, result, target), 2))
  } else if (output === 'human') {
    const width = cli.stdout.isTTY ? cli.stdout.columns : undefined
    printText(cli, findingsInWords(result.findings, width) + leftOut(result) + checkSummary(result))
  } else print(cli, result.findings, FINDING_COLUMNS)
}

/** Document `catalog.check/1`. */
function checkDocument(manifest: Manifest, result: CheckSummary, target: Target | null): object {
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
      findings_left_out: result.findingsLeftOut,
    },
    findings,
  }
}

/** Grouped by code, errors first, a few of each; broken into lines where a width is given. */
export function findingsInWords(findings: readonly Finding[], width?: number): string {
  const groups = Map.groupBy(findings, ({ severity, code }) => `${severity} ${code}`)
  return [...groups.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([title, members]) => groupInWords(title, members, width ?? Infinity))
    .join('')
}

function groupInWords(title: string, members: readonly Finding[], width: number): string {
  const lines = members
    .slice(0, SHOWN_PER_CODE)
    .map((finding) => `${wrap(inWords(finding), width)}\n`)
  const more = members.length - lines.length
  return `${title} (${members.length})\n${lines.join('')}${more > 0 ? `  … and ${more} more\n` : ''}`
}

function inWords({ line, cell, value, message, suggestion }: Finding): string {
  const place = [line === null ? '' : `line ${line}`, cell ?? ''].filter((part) => part !== '')
  const shown = value === null ? '' : ` ${JSON.stringify(shortened(value))}`
  const meant = suggestion === null ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`
  const where = place.length === 0 ? '' : `${place.join(', ')}:`
  return printable(`${where}${shown} ${message}${meant}`.trim())
}

function shortened(value: string): string {
  return value.length <= SHOWN_CHARACTERS ? value : `${value.slice(0, SHOWN_CHARACTERS)}…`
}

function leftOut({ findingsLeftOut }: CheckSummary): string {
  return findingsLeftOut === 0 ? '' : `${count(findingsLeftOut, 'finding')} more are not listed.\n`
}

function checkSummary({ errors, ok, rows, alreadyImported }: CheckSummary): string {
  const before = alreadyImported === 0 ? '' : ` ${count(alreadyImported, 'row')} imported before.`
  if (errors === 0 && rows === 0) {
    return `No row is left to import${before === '' ? '.' : `:${before}`}\n`
  }
  if (errors === 0) {
    return `${rows === 1 ? 'The only row is right.' : `All ${rows} rows are right.`}${before}\n`
  }
  const right = rows === 0 ? '' : `, ${ok} of ${rows} rows are right`
  return `${count(errors, 'error')}${right}.${before} Nothing was sent.\n`
}
