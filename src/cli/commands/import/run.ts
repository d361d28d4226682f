import { Command } from '@commander-js/extra-typings'
import { MICROS_PER_SECOND } from '../../../core/base/clock.ts'
import { invalid, type CatalogError } from '../../../core/base/errors.ts'
import { confirm } from '../../terminal/confirm.ts'
import { IMPORT_ENDPOINTS } from './endpoints.ts'
import { declareEndpoints } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { EXIT } from '../../terminal/exit-codes.ts'
import type { PlanOptions } from '../../import/engine/plan-import.ts'
import { DEFAULT_DUPLICATE_POLICY } from '../../import/check/existing/duplicate-policy.ts'
import type { HtmlReport } from '../../import/report/html-report.ts'
import type { Journal } from '../../import/journal/journal.ts'
import type { RemainingWork, RunSelection } from '../../import/journal/remaining-work.ts'
import { canReadAgain } from '../../tables/input-file.ts'
import type { Purpose } from '../../tables/columns.ts'
import type { OnlineCheckedManifest } from '../../import/check/read-and-check.ts'
import { hint, tell } from '../../terminal/output.ts'
import { formatDuration } from '../../terminal/format.ts'
import {
  addManifestOptions,
  toPrepareOptions,
  withEncoding,
  type ManifestFlags,
} from './manifest-options.ts'
import { addRunOptions, type RunFlags } from './run-options.ts'

export type ManifestRunFlags = ManifestFlags &
  RunFlags & {
    purpose?: Purpose
    /** Whether to print every row, even on a terminal. */
    everyRow?: true
  }

/** Checks the whole manifest, prints the plan, then sends the rows. Running it again resumes the import. */
export async function runImportRun(cli: Cli, path: string, given: ManifestRunFlags): Promise<void> {
  if (!(await canReadAgain(cli, path)))
    throw invalid(path, 'cannot be sent. Save the table to a file, so that the import can resume')
  const flags = await withEncoding(cli, path, given)
  const { planImport } = await import('../../import/engine/plan-import.ts')
  await using plan = await planImport(cli, path, toPlanOptions(flags))
  const { checked, journal } = plan
  if (!journal) return await reportErrors(cli, checked, flags)
  const { hintFindings } = await import('../../import/check/report-check.ts')
  hintFindings(cli, checked.result)
  const left = await printPlan(cli, checked, journal, flags)
  const planned = { prepared: checked, journal, flags, left }
  if (flags.dryRun) return await reportDryRun(cli, planned)
  if (
    left.rows + left.places > 0 &&
    !(await confirm(cli, await formatQuestion(checked, left, flags)))
  ) {
    return tell(cli, 'Nothing was sent.')
  }
  await send(cli, planned)
}

async function formatQuestion(
  { result, collections }: OnlineCheckedManifest,
  { rows, places }: PlannedWork,
  { purpose }: ManifestRunFlags,
): Promise<string> {
  const { describeCollections } = await import('../../import/report/describe-plan.ts')
  const { formatCount } = await import('../../terminal/format.ts')
  if (rows === 0) return `Place ${formatCount(places, 'image')} on the map?`
  const images = formatCount(rows, 'image')
  if (purpose === 'replace') return `Replace the files of ${images}?`
  return `Import ${images} into ${describeCollections([...result.collections], collections)}?`
}

async function printPlan(
  cli: Cli,
  prepared: OnlineCheckedManifest,
  journal: Journal,
  flags: ManifestRunFlags,
): Promise<PlannedWork> {
  const { tallyJournal } = await import('../../import/report/report-run.ts')
  const { countRemaining, listRowStates } = await import('../../import/journal/remaining-work.ts')
  const { describePlan } = await import('../../import/report/describe-plan.ts')
  const { purpose = 'import' } = flags
  const left = countRemaining(listRowStates(journal), toSelection(flags))
  const places = journal.countPlacesToMake()
  tell(
    cli,
    describePlan(prepared, {
      counts: tallyJournal(journal),
      remaining: left,
      places,
      purpose,
      dry: flags.dryRun === true,
    }),
  )
  return { ...left, places: places.imported }
}

/** The work of a run, and the images that earlier runs imported and this one places. */
type PlannedWork = RemainingWork & { places: number }

function toSelection({ onlyFailed, maxRows }: ManifestRunFlags): RunSelection {
  return { ...(onlyFailed && { onlyFailed }), ...(maxRows !== undefined && { maxRows }) }
}

function toPlanOptions(flags: ManifestRunFlags): PlanOptions {
  return {
    ...toPrepareOptions(flags),
    ...(flags.rows && { rows: flags.rows }),
    ...(flags.journal !== undefined && { journal: flags.journal }),
    ...(flags.name !== undefined && { name: flags.name }),
    skipInvalidRows: flags.skipRowsWithErrors === true,
    duplicates: flags.duplicates ?? DEFAULT_DUPLICATE_POLICY,
    selection: toSelection(flags),
    ...(flags.purpose && { purpose: flags.purpose }),
    isDryRun: flags.dryRun === true,
  }
}

async function reportErrors(
  cli: Cli,
  { manifest, result, target }: OnlineCheckedManifest,
  { purpose }: ManifestRunFlags,
): Promise<void> {
  const { reportCheck } = await import('../../import/check/report-check.ts')
  const asTable = '-o tsv lists them as a table'
  const seeAllHint =
    purpose === 'replace'
      ? asTable
      : `${asTable}, catalog import check --annotate writes them beside the rows`
  reportCheck(cli, { manifest, result, target, seeAllHint })
  cli.exitCode = EXIT.invalid_data
}

async function reportDryRun(
  cli: Cli,
  { prepared: { target }, journal, flags, left }: PlannedRun,
): Promise<void> {
  const { selectCounts } = await import('../../import/report/summary.ts')
  const { reportRun, listResults, tallyJournal } = await import('../../import/report/report-run.ts')
  const { purpose = 'import' } = flags
  const summary = selectCounts(tallyJournal(journal), purpose)
  reportRun(cli, listResults(journal), { purpose, dry_run: true, target, summary })
  if (flags.errorOnNothing && left.rows + left.places === 0) cli.exitCode = EXIT.nothing
}

interface PlannedRun {
  prepared: OnlineCheckedManifest
  journal: Journal
  flags: ManifestRunFlags
  left: PlannedWork
}

async function send(cli: Cli, sent: PlannedRun): Promise<void> {
  const { prepared, journal, flags, left } = sent
  const page = await openReport(cli, flags)
  const { describeOutcome, exitCodeOfRun, adviseNextStep, selectCounts } =
    await import('../../import/report/summary.ts')
  const { reportRun, listResults, tallyJournal } = await import('../../import/report/report-run.ts')
  const began = cli.clock.now()
  const stoppedBy = await sendAll(cli, sent)
  const took = left.rows > 0 ? ` Took ${formatTimeSince(cli, began)}.` : ''
  const counts = tallyJournal(journal)
  const { purpose = 'import', everyRow } = flags
  const waited = await waitForPictures(cli, sent, stoppedBy)
  const { countPlaces, describePlaces } = await import('../../import/report/place-counts.ts')
  const placed = countPlaces(listResults(journal))
  const summary = { ...selectCounts(counts, purpose), ...placed, ...waited.summary }
  const { target, result } = prepared
  reportRun(cli, listResults(journal), {
    purpose,
    ...(everyRow && { everyRow, columns: ['image_id', 'file', 'state'] }),
    ...waited.fetched,
    batch: journal.batch.id,
    target,
    summary,
  })
  const skipped = result.rowsWithErrors
  tell(cli, [`${describeOutcome(counts, skipped, purpose)}${took}`, ...describePlaces(placed)])
  printLinks(cli, prepared)
  await page?.write({ batch: journal.batch, rows: () => listResults(journal) })
  const next = adviseNextStep(counts)
  if (next !== undefined && !stoppedBy) hint(cli, next)
  if (stoppedBy) tell(cli, `Stopped early: ${stoppedBy.message}`)
  const errorOnNothing = flags.errorOnNothing === true && left.places === 0
  waited.print()
  const ending = waited.addToOutcome({ counts, stoppedBy, skipped, errorOnNothing, ...placed })
  cli.exitCode = exitCodeOfRun(cli, ending)
}

async function waitForPictures(
  cli: Cli,
  { prepared: { api }, journal, flags }: PlannedRun,
  stoppedBy: CatalogError | undefined,
) {
  const { NOT_WAITED, waitAfterRun } =
    await import('../../import/report/pictures/wait-after-run.ts')
  const { listResults } = await import('../../import/report/report-run.ts')
  if (!flags.wait || stoppedBy) return NOT_WAITED
  return await waitAfterRun(cli, api, { rows: listResults(journal), seconds: flags.waitTimeout })
}

function formatTimeSince({ clock }: Cli, began: number): string {
  return formatDuration(Math.max(1, (clock.now() - began) / MICROS_PER_SECOND))
}

const MAX_LINKS = 5

function printLinks(cli: Cli, { collections }: OnlineCheckedManifest): void {
  for (const { name, imagesUrl } of [...collections.values()].slice(0, MAX_LINKS)) {
    if (imagesUrl !== undefined) hint(cli, `Images of "${name}": ${imagesUrl}`)
  }
}

async function openReport(
  cli: Cli,
  { htmlReport }: ManifestRunFlags,
): Promise<HtmlReport | undefined> {
  if (htmlReport === undefined) return undefined
  const { openHtmlReport } = await import('../../import/report/html-report.ts')
  return await openHtmlReport(cli, htmlReport)
}

async function sendAll(
  cli: Cli,
  { prepared, journal, flags }: PlannedRun,
): Promise<CatalogError | undefined> {
  const { runWithProgress } = await import('../../import/engine/run-with-progress.ts')
  const { findBatchId } = await import('../../import/journal/journal-database.ts')
  const batch = flags.purpose === 'replace' ? undefined : findBatchId(journal.batch)
  return await runWithProgress(cli, prepared, journal, {
    concurrency: flags.concurrency,
    failuresAllowed: flags.onError,
    inOrder: flags.commitOrder === 'manifest',
    selection: { onlyFailed: flags.onlyFailed === true },
    maxRows: flags.maxRows ?? Infinity,
    maxSeconds: flags.maxDuration ?? Infinity,
    delaySeconds: flags.delay ?? 0,
    verify: flags.verify,
    allowPrivateUrls: flags.allowPrivateUrls === true,
    ...(batch !== undefined && { batch }),
    ...(flags.bwlimit !== undefined && { bytesPerSecond: flags.bwlimit }),
    ...(flags.moveDone !== undefined && { moveDone: flags.moveDone }),
  })
}

export const importRunCommand: CommandFactory = (cli) =>
  addRunOptions(
    addManifestOptions(
      declareEndpoints(new Command('run'), ...IMPORT_ENDPOINTS)
        .description('Check a manifest, then import its images')
        .argument(
          '<manifest>',
          'Table of images (CSV, TSV, JSONL, XLSX or ODS), or a folder of images',
        ),
    ),
  ).action((manifest, flags) => runImportRun(cli, manifest, flags))
