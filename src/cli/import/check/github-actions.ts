import { appendFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Cli } from '../../cli.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'
import type { Manifest } from '../../tables/manifest.ts'
import { formatCount } from '../../terminal/format.ts'
import type { Finding } from '../../tables/finding.ts'
import type { CheckSummary } from './tally.ts'

/** GitHub's limit per step. */
const MAX_ANNOTATIONS = 50
const MAX_SUMMARY_ROWS = 1000

/** In GitHub Actions, writes the findings as annotations and as a table in the job summary. */
export async function annotateGithubActions(
  cli: Cli,
  manifest: Manifest,
  result: CheckSummary,
): Promise<void> {
  if (cli.env.GITHUB_ACTIONS !== 'true') return
  const file = relative(cli.env.GITHUB_WORKSPACE ?? cli.cwd, manifest.path)
  for (const finding of result.findings.slice(0, MAX_ANNOTATIONS)) {
    cli.stderr.write(`${formatAnnotation(file, finding)}\n`)
  }
  const { GITHUB_STEP_SUMMARY: summary } = cli.env
  if (summary) await appendFile(summary, formatSummary(file, result))
}

/** Formats a workflow command, escaped as in GitHub's toolkit. */
function formatAnnotation(file: string, { severity, line, code, ...finding }: Finding): string {
  const fields = { file, ...(line !== null && { line: String(line) }), title: code }
  const properties = Object.entries(fields).map(
    ([name, value]) => `${name}=${escapeProperty(value)}`,
  )
  return `::${severity} ${properties.join(',')}::${escapeData(formatMessage(finding))}`
}

function formatMessage({
  cell,
  message,
  suggestion,
}: Pick<Finding, 'cell' | 'message' | 'suggestion'>) {
  const advice = suggestion === null ? '' : ` Did you mean ${JSON.stringify(suggestion)}?`
  return sanitizeLine(`${cell === null ? '' : `${cell}: `}${message}${advice}`)
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

function formatSummary(
  file: string,
  { rows, ok, errors, warnings, findings }: CheckSummary,
): string {
  const lines = findings.slice(0, MAX_SUMMARY_ROWS).map((finding) => {
    const { severity, code, line, cell, value } = finding
    return formatTableRow([
      severity,
      code,
      String(line ?? ''),
      cell ?? '',
      value ?? '',
      formatMessage(finding),
    ])
  })
  const counts = `${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}, ${ok} of ${rows} rows are valid.`
  const table = [
    formatTableRow(['Severity', 'Code', 'Line', 'Cell', 'Value', 'Message']),
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ]
  return `### ${escapeMarkdown(file)}\n\n${counts}\n\n${lines.length > 0 ? `${table.join('\n')}\n\n` : ''}`
}

function formatTableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => escapeMarkdown(cell.slice(0, 200))).join(' | ')} |`
}

function escapeMarkdown(text: string): string {
  return sanitizeLine(text).replace(
    /[\\`*_[\]<>|#&]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  )
}
