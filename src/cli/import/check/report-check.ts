import { basename } from 'node:path'
import type { Cli } from '../../cli.ts'
import { print, printable, printText } from '../../output.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { count, type Target } from '../report.ts'
import type { Finding } from './finding.ts'
import type { CheckSummary } from './tally.ts'

const SHOWN_PER_CODE = 5
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
    printText(cli, JSON.stringify(checkDocument(manifest, result, target), null, 2))
  } else if (output === 'human') {
    printText(cli, findingsInWords(result.findings) + checkSummary(result))
  } else print(cli, result.findings, FINDING_COLUMNS)
}

function checkDocument(manifest: Manifest, result: CheckSummary, target: Target | null): object {
  const { findings, rows, ok, errors, warnings, bytes } = result
  return {
    schema: 'catalog.check/1',
    manifest: { name: basename(manifest.path) },
    target,
    summary: { rows, ok, errors, warnings, bytes },
    findings,
  }
}

/** Grouped by code, errors first, a few of each. */
export function findingsInWords(findings: readonly Finding[]): string {
  const groups = Map.groupBy(findings, ({ severity, code }) => `${severity} ${code}`)
  return [...groups.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([title, members]) => groupInWords(title, members))
    .join('')
}

function groupInWords(title: string, members: readonly Finding[]): string {
  const lines = members.slice(0, SHOWN_PER_CODE).map((finding) => `  ${inWords(finding)}\n`)
  const more = members.length - lines.length
  return `${title} (${members.length})\n${lines.join('')}${more > 0 ? `  … and ${more} more\n` : ''}`
}

function inWords({ line, cell, value, message, suggestion }: Finding): string {
  const place = [line === null ? '' : `line ${line}`, cell ?? ''].filter((part) => part !== '')
  const shown = value === null ? '' : ` ${JSON.stringify(value.slice(0, 60))}`
  const meant = suggestion === null ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`
  const where = place.length === 0 ? '' : `${place.join(', ')}:`
  return printable(`${where}${shown} ${message}${meant}`.trim())
}

function checkSummary({ errors, ok, rows }: CheckSummary): string {
  if (errors === 0) return rows === 1 ? 'The only row is right.\n' : `All ${rows} rows are right.\n`
  const right = rows === 0 ? '' : `, ${ok} of ${rows} rows are right`
  return `${count(errors, 'error')}${right}. Nothing was sent. Mend the manifest and run it again.\n`
}
