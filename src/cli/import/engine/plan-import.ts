import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CatalogError } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import { openSession } from '../../login/session.ts'
import { rowKey } from '../check/row-report.ts'
import { withFindings, type CheckSummary } from '../check/tally.ts'
import { markExisting } from '../check/existing/mark-existing.ts'
import type { DuplicatePolicy } from '../check/existing/duplicate-policy.ts'
import { openJournal, type Journal } from '../journal/journal.ts'
import { journalExists, journalFolder, type ReadingOptions } from '../journal/journal-database.ts'
import { registerImport } from '../journal/import-registry.ts'
import { handleChangedFiles } from '../journal/changed-files.ts'
import { movedRowsError } from './require-same-collection.ts'
import type { RunSelection } from '../report/remaining-work.ts'
import {
  readAndCheck,
  type OnlineCheckedManifest,
  type ReadAndCheckOptions,
} from '../check/read-and-check.ts'

/** A checked manifest whose rows are in a journal, ready to be sent. */
export interface PlannedImport extends AsyncDisposable {
  prepared: OnlineCheckedManifest
  /** Undefined when the manifest is wrong and nothing may be sent. */
  journal: Journal | undefined
}

export interface PlanOptions extends ReadAndCheckOptions {
  /** Folder of the journal; beside the manifest by default. */
  journal?: string
  /** Whether rows without errors are taken although others have some. */
  skipWrongRows: boolean
  /** What becomes of rows whose picture is in their collection already. */
  duplicates: DuplicatePolicy
  selection: RunSelection
}

/**
 * Checks a manifest and takes its rows into the journal, which no other process may be at work on.
 * @throws CatalogError kind `busy` when one is; and what the check throws
 */
export async function planImport(
  cli: Cli,
  path: string,
  options: PlanOptions,
): Promise<PlannedImport> {
  const manifest = resolve(cli.cwd, path)
  const folder = options.journal
    ? resolve(cli.cwd, options.journal)
    : journalFolder(manifest, options.purpose)
  const isNew = !journalExists(folder)
  const { url: instance } = await openSession(cli)
  const journal = await openJournal({ folder, manifest, instance, now: cli.clock.now() })
  const discard = async (): Promise<void> => {
    await journal[Symbol.asyncDispose]()
    if (isNew) await rm(folder, { recursive: true, force: true })
  }
  try {
    requireSamePurpose(journal, options)
    const planning = journal.beginRun(cli.clock.now(), readingOptions(options))
    const prepared = await readAndCheck(cli, path, {
      ...options,
      onImage: (image) => planning.addRow(image),
      isImported: (key) => planning.isImported(key),
      onFileMoved: (row) => planning.keepRowWithMovedFile(rowKey(row), row),
      onImported: (row, to) => planning.compareCollection(rowKey(row), row.line, to),
    })
    const isRight = mayBeSent(prepared, options.skipWrongRows)
    if (isRight && planning.collectionChanges)
      throw await movedRowsError(prepared.api, planning.collectionChanges)
    planning.end(isRight)
    if (!isRight) {
      await discard()
      return { prepared, journal: undefined, [Symbol.asyncDispose]: () => Promise.resolve() }
    }
    await handleChangedFiles(journal, planning.changedFiles)
    const result = await markDuplicates(cli, prepared, journal, options)
    await registerImport(cli.env, journal.batch, { folder, account: prepared.target.account })
    return {
      prepared: { ...prepared, result },
      journal,
      [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
    }
  } catch (error) {
    await discard()
    throw error
  }
}

async function markDuplicates(
  cli: Cli,
  prepared: OnlineCheckedManifest,
  journal: Journal,
  { duplicates: policy, selection, purpose }: PlanOptions,
): Promise<CheckSummary> {
  if (purpose === 'replace') return prepared.result
  const { onlyFailed = false, maxRows = Infinity } = selection
  const options = { policy, selection: { onlyFailed }, maxRows }
  return withFindings(prepared.result, await markExisting(cli, prepared, journal, options))
}

/** The rows of one would be taken for those of the other. */
function requireSamePurpose({ batch, folder }: Journal, { purpose = 'import' }: PlanOptions): void {
  const { run, reading } = batch
  if (run === 0 || (reading.purpose ?? 'import') === purpose) return
  const message = `The journal in ${folder} belongs to another command (import or replace). Choose another folder with --journal.`
  throw new CatalogError('conflict', message, { code: 'journal.other_purpose' })
}

function readingOptions(options: PlanOptions): ReadingOptions {
  const { encoding, delimiter, sheet, headerRow, ignore, map, set, fillDown, purpose } = options
  const given = { encoding, delimiter, sheet, headerRow, ignore, fillDown, purpose }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return { map, set, ...Object.fromEntries(present) }
}

function mayBeSent({ result }: OnlineCheckedManifest, skipWrongRows: boolean): boolean {
  if (result.errors === 0) return true
  const ofWhole = result.findings.some(({ row, severity }) => row === null && severity === 'error')
  return skipWrongRows && !ofWhole && result.ok > 0
}
