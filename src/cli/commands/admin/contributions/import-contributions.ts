import { setTimeout as pause } from 'node:timers/promises'
import { resolve } from 'node:path'
import type { Actor } from '../../../../core/audit/actor.ts'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { parseTimestamp, type Micros } from '../../../../core/base/clock.ts'
import { CatalogError } from '../../../../core/base/errors.ts'
import { splitIntoBatches, splitListIntoBatches } from '../../../../core/base/split-into-batches.ts'
import type { Cli } from '../../../cli.ts'
import { countFittedRows } from '../../../import/check/repeated-findings.ts'
import { hint } from '../../../terminal/output.ts'
import { startProgress } from '../../../terminal/progress.ts'
import type { Progress } from '../../../terminal/progress/meter.ts'
import { PAUSE_MS } from '../in-transactions.ts'
import { withCatalog } from '../../../host/with-catalog.ts'
import { createRowCheck, type CheckBatch } from './check-rows.ts'
import { openContributionFile, type ContributionFile, type FileRow } from './file-rows.ts'
import type { ImportKind, Made } from './import-kind.ts'
import { createTally, reportImport, type Tally } from './import-report.ts'
import type { ImportOptions } from './options.ts'

/**
 * Rows per transaction: few, because a running server waits for its end, and because each statement with triggers takes
 * longer the more pages its transaction has changed: SQLite walks its journal of the savepoint in memory.
 */
const BATCH_SIZE = 50

/** Rows that are put in the order of their times at once: about 100 MB. */
const MAX_ORDERED = 100_000

/**
 * Imports contributions from a file. All rows are checked first; if any is invalid, nothing is written, unless
 * `--skip-invalid` is set. Rows are written in batches. An interrupted import continues when it is repeated, because
 * contributions that are present are not added again.
 */
export async function importContributions<Item extends object>(
  cli: Cli,
  { path, kind }: { path: string; kind: ImportKind<Item> },
  options: ImportOptions,
): Promise<void> {
  const { columns, allowsGeoJson } = kind
  const { encoding, encodingFallback, delimiter } = options
  const formats = { columns, allowsGeoJson, encoding, encodingFallback, delimiter }
  const file = await openContributionFile(resolve(cli.cwd, path), formats)
  for (const warning of file.warnings) hint(cli, warning)
  if (file.ignored.length > 0) hint(cli, `These columns are ignored: ${file.ignored.join(', ')}.`)
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const check = createRowCheck(catalog, kind, options)
    const tally = createTally(options.maxErrors)
    const fitted = countFittedRows(file)
    await checkFile(file, check, { tally, fitted, signal: cli.signal })
    for (const { line, message } of fitted.findings()) hint(cli, `Line ${line}: ${message}`)
    const isRefused = tally.invalid > 0 && (!options.skipInvalid || tally.isUnreadable)
    if (!isRefused && tally.rows > 0) {
      const count = tally.rows
      using progress = await startProgress(cli, { unit: kind.unit, count, bytes: 0 })
      const { runDry } = await import('../../../../core/database/run-dry.ts')
      const write = options.dryRun ? runDry(catalog.write) : catalog.write
      const run = { write, clock: catalog.clock, kind, actor, check, tally, progress }
      await writeFile(file, run, cli.signal)
    }
    reportImport(cli, tally, { path, isRefused, isDryRun: options.dryRun === true })
  })
}

interface Checking {
  tally: Tally
  fitted: ReturnType<typeof countFittedRows>
  signal: AbortSignal
}

async function checkFile<Item>(
  file: ContributionFile,
  check: CheckBatch<Item>,
  { tally, fitted, signal }: Checking,
): Promise<void> {
  for await (const rows of splitIntoBatches(file.rows(), BATCH_SIZE)) {
    signal.throwIfAborted()
    for (const { row, problems } of await check(rows)) {
      tally.addRow(row, problems)
      fitted.addRow(row)
    }
  }
}

interface Run<Item> extends Pick<Catalog, 'write' | 'clock'> {
  kind: ImportKind<Item>
  actor: Actor
  check: CheckBatch<Item>
  tally: Tally
  progress: Progress
}

/** Checks the rows again, because the catalog or the file may have changed. */
async function writeFile<Item>(
  file: ContributionFile,
  run: Run<Item>,
  signal: AbortSignal,
): Promise<void> {
  for await (const rows of orderByTime(file.rows())) {
    signal.throwIfAborted()
    const checked = await run.check(rows)
    const valid = checked.flatMap(({ row, item }) => (item ? [{ row, item }] : []))
    await writeBatch(run, valid)
    for (const { item } of checked) {
      if (item) run.progress.addDone()
      else run.progress.addFailed()
    }
    await pause(PAUSE_MS)
  }
}

/**
 * Yields batches in the order of their times, as far as rows fit in memory. A contribution before others moves all later
 * milestones, so random order would cost time that grows with the square of the number of rows.
 */
async function* orderByTime(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  for await (const several of splitIntoBatches(rows, MAX_ORDERED)) {
    const timed = several.map((row) => ({ row, at: readTimeOf(row) }))
    const ordered = timed.toSorted((one, other) => one.at - other.at).map(({ row }) => row)
    yield* splitListIntoBatches(ordered, BATCH_SIZE)
  }
}

function readTimeOf({ values: { time } }: FileRow): Micros {
  return (typeof time === 'string' ? parseTimestamp(time.trim()) : undefined) ?? 0
}

interface Write<Item> {
  row: FileRow
  item: Item & Made
}

/** If the batch fails because of one row, the rows are written one by one. */
async function writeBatch<Item>(run: Run<Item>, batch: readonly Write<Item>[]): Promise<void> {
  const { write, clock, kind, actor, tally } = run
  const items = batch.map(({ item }) => item)
  const context = { actor, now: clock.now() }
  try {
    tally.addOutcomes(await write((tx) => kind.add(tx, items, context)))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const [only, ...others] = batch
    if (only && others.length === 0) {
      tally.addRefusal(only.row, { column: null, message: error.message })
      return
    }
    for (const one of batch) await writeBatch(run, [one])
  }
}

function isRefusal(error: unknown): error is CatalogError {
  return error instanceof CatalogError && ['not_found', 'conflict', 'invalid'].includes(error.kind)
}
