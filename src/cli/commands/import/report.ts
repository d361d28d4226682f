import { Command } from '@commander-js/extra-typings'
import { resolve } from 'node:path'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { hint } from '../../terminal/output.ts'

interface ReportFlags {
  failedCsv?: string
  annotated?: string
  htmlReport?: string
}

async function runImportReport(
  cli: Cli,
  named: string | undefined,
  flags: ReportFlags,
): Promise<void> {
  const { openImport } = await import('./open-import.ts')
  const { writeTables } = await import('../../import/report/write-tables.ts')
  const { reportRun } = await import('../../import/report/report-run.ts')
  const { describeOutcome, selectCounts, tally } = await import('../../import/report/summary.ts')
  const { readResults } = await import('../../import/report/status.ts')
  using found = await openImport(cli, named)
  const { id, instance, manifest, reading } = found.batch
  const { purpose = 'import' } = reading
  const { countPlaces, describePlaces } = await import('../../import/report/place-counts.ts')
  const placed = countPlaces(readResults(found))
  const summary = { ...selectCounts(tally(readResults(found)), purpose), ...placed }
  const { hintPictures, fetchImportPictures } =
    await import('../../import/report/pictures/import-pictures.ts')
  const pictures = await fetchImportPictures(cli, found)
  const document = { purpose, batch: id, manifest, instance, summary }
  reportRun(cli, readResults(found), {
    ...document,
    everyRow: true,
    columns: terminalColumns(pictures),
    ...(pictures && { pictures }),
  })
  if (cli.globals.output === 'human') {
    hint(cli, [describeOutcome(tally(readResults(found)), 0, purpose), ...describePlaces(placed)])
    hintPictures(cli, pictures)
  }
  if (flags.htmlReport !== undefined) {
    const { openHtmlReport } = await import('../../import/report/html-report.ts')
    const page = await openHtmlReport(cli, flags.htmlReport)
    await page.write({ batch: found.batch, rows: () => readResults(found) })
  }
  const files = {
    ...(flags.failedCsv !== undefined && { failed: resolve(cli.cwd, flags.failedCsv) }),
    ...(flags.annotated !== undefined && { annotated: resolve(cli.cwd, flags.annotated) }),
  }
  if (Object.keys(files).length === 0) return
  for (const file of await writeTables(found, files)) hint(cli, `Written: ${file}`)
}

function terminalColumns(pictures: unknown): string[] {
  const columns = ['line', 'image_id', 'file', 'state']
  return pictures === undefined ? columns : [...columns, 'processing']
}

export const importReportCommand: CommandFactory = (cli) =>
  new Command('report')
    .description('Show the result of every row')
    .argument('[import]', 'Manifest, name or id of the import (default: the latest import)')
    .option(
      '--failed-csv <file>',
      'Write a table of the rows that were not imported, with the reasons',
    )
    .option('--annotated <file>', 'Write a copy of the manifest with the image ids')
    .option('--html-report <file>', 'Write an HTML report with the result of each row')
    .action((named, flags) => runImportReport(cli, named, flags))
