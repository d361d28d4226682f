import { basename } from 'node:path'
import type { Cli } from '../cli.ts'
import { print, printable, printText } from '../output.ts'
import type { CheckResult } from './check.ts'
import type { Finding } from './finding.ts'
import type { Manifest } from './manifest.ts'
import { totalBytes } from './plan.ts'
import type { RowResult } from './result.ts'

const SHOWN_PER_CODE = 5
const FINDING_COLUMNS = ['severity', 'code', 'line', 'cell', 'value', 'message', 'suggestion']
const RESULT_COLUMNS = ['line', 'file', 'state', 'image_id', 'code', 'message']

/** Where a manifest is, or would be, imported to. */
export interface Target {
  url: string
  account: string
}

export function errorsIn(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ severity }) => severity === 'error')
}

/** Writes what the check found, as a document for programs or grouped for people. */
export function reportCheck(
  cli: Cli,
  manifest: Manifest,
  result: CheckResult,
  target: Target | null,
): void {
  const { output } = cli.globals
  if (output === 'json') {
    printText(cli, JSON.stringify(checkDocument(manifest, result, target), null, 2))
  } else if (output === 'human') {
    printText(cli, findingsInWords(result.findings) + checkSummary(result))
  } else print(cli, result.findings, FINDING_COLUMNS)
}

function checkDocument(manifest: Manifest, result: CheckResult, target: Target | null): object {
  const { findings, images, rows } = result
  return {
    schema: 'catalog.check/1',
    manifest: { name: basename(manifest.path) },
    target,
    summary: {
      rows,
      ok: images.length,
      errors: errorsIn(findings).length,
      warnings: findings.length - errorsIn(findings).length,
      bytes: totalBytes(images),
    },
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

function checkSummary({ findings, images, rows }: CheckResult): string {
  const errors = errorsIn(findings).length
  if (errors === 0) return rows === 1 ? 'The only row is right.\n' : `All ${rows} rows are right.\n`
  const right = rows === 0 ? '' : `, ${images.length} of ${rows} rows are right`
  return `${count(errors, 'error')}${right}. Nothing was sent. Mend the manifest and run it again.\n`
}

/** Writes what became of each row; on a terminal only of those that need attention. */
export function reportRun(cli: Cli, rows: readonly RowResult[], document: object): void {
  const { output } = cli.globals
  if (output === 'json') printText(cli, JSON.stringify({ ...document, rows }, null, 2))
  else if (output === 'human' && cli.stdout.isTTY) {
    const attention = rows.filter(({ state }) => state === 'failed' || state === 'undecided')
    print(cli, attention, ['line', 'file', 'state', 'message'])
  } else if (output === 'id') print(cli, imagesOf(rows), ['id'])
  else print(cli, rows, RESULT_COLUMNS)
}

function imagesOf(rows: readonly RowResult[]): { id: number }[] {
  return rows.flatMap(({ image_id }) => (image_id === null ? [] : { id: image_id }))
}

/** `1 error`, `2 errors`. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}
