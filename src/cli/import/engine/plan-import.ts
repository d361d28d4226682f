import { resolve } from 'node:path'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { openSession } from '../../login/session.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'
import { rowKey } from '../check/row-report.ts'
import { withFindings, type CheckSummary } from '../check/tally.ts'
import { markExisting } from '../check/existing/mark-existing.ts'
import type { DuplicatePolicy } from '../check/existing/duplicate-policy.ts'
import { deleteJournal } from '../journal/delete-journal.ts'
import { openJournal, openJournalCopy, type Journal } from '../journal/journal.ts'
import {
  downloadsFolder,
  journalExists,
  journalFolder,
  type ReadingOptions,
} from '../journal/journal-database.ts'
import { registerImport } from '../journal/import-registry.ts'
import { handleChangedFiles } from '../journal/changed-files.ts'
import { requireSameCollection } from './require-same-collection.ts'
import type { RunSelection } from '../journal/remaining-work.ts'
import {
  applyProjectDefaults,
  readAndCheck,
  type OnlineCheckedManifest,
  type ReadAndCheckOptions,
} from '../check/read-and-check.ts'

/** Code of the refusal of a name if the import has another one. */
export const OTHER_NAME = 'journal.other_name'

/** A checked manifest whose rows are in a journal. */
export interface PlannedImport extends AsyncDisposable {
  checked: OnlineCheckedManifest
  /** Undefined if errors in the manifest prevent the import. */
  journal: Journal | undefined
}

export interface PlanOptions extends ReadAndCheckOptions {
  /** Name of the import; by default that of the manifest. */
  name?: string
  /** Folder of the journal; by default beside the manifest. */
  journal?: string
  /** Whether valid rows are imported although other rows have errors. */
  skipInvalidRows: boolean
  /** Policy for rows whose image is already in the collection. */
  duplicates: DuplicatePolicy
  selection: RunSelection
  /** Whether to plan in a temporary copy of the journal. */
  isDryRun?: boolean
}

/**
 * Checks a manifest and writes its rows to the journal.
 * @throws CatalogError kind `busy` if another process holds the journal, and whatever the check throws
 */
export async function planImport(
  cli: Cli,
  path: string,
  options: PlanOptions,
): Promise<PlannedImport> {
  const resolved = await applyProjectDefaults(cli, path, options)
  const manifest = resolve(cli.cwd, path)
  const folder = resolveJournalFolder(cli, manifest, options)
  const isNew = !options.isDryRun && !journalExists(folder)
  const { url: instance } = await openSession(cli)
  const location = { folder, manifest, instance, now: cli.clock.now() }
  const journal = options.isDryRun ? openJournalCopy(location) : await openJournal(location)
  const discard = async (): Promise<void> => {
    await journal[Symbol.asyncDispose]()
    if (isNew) await deleteJournal(folder)
  }
  try {
    requireSamePurpose(journal, options)
    const name = chooseName(journal, options)
    const reading = { ...readingOptions(resolved), ...(name !== undefined && { name }) }
    const plan = journal.beginRun(cli.clock.now(), reading)
    const checked = await readAndCheck(cli, path, {
      ...resolved,
      downloads: downloadsFolder(folder),
      onImage: (image) => plan.addRow(image),
      isImported: (key, file) => plan.isImported(key, file),
      onFileMoved: (row, place) => plan.keepRowWithMovedFile(rowKey(row), row, place),
      onImported: (row, to) => plan.compareCollection(rowKey(row), row.line, to),
    })
    const isAccepted = canImport(checked, options)
    if (isAccepted) await requireSameCollection(checked.api, plan.collectionChanges)
    if (!isAccepted) {
      plan.rollback()
      await discard()
      return { checked, journal: undefined, [Symbol.asyncDispose]: () => Promise.resolve() }
    }
    plan.commit()
    await handleChangedFiles(journal, plan.changedFiles)
    const result = await markDuplicates(cli, checked, journal, options)
    if (!options.isDryRun) {
      await registerImport(cli.env, journal.batch, { folder, account: checked.target.account })
    }
    return {
      checked: { ...checked, result },
      journal,
      [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
    }
  } catch (error) {
    await discard()
    throw error
  }
}

function resolveJournalFolder(
  cli: Cli,
  manifest: string,
  { journal, purpose }: Pick<PlanOptions, 'journal' | 'purpose'>,
): string {
  return journal ? resolve(cli.cwd, journal) : journalFolder(manifest, purpose)
}

async function markDuplicates(
  cli: Cli,
  checked: OnlineCheckedManifest,
  journal: Journal,
  { duplicates: policy, selection, purpose }: PlanOptions,
): Promise<CheckSummary> {
  if (purpose === 'replace') return checked.result
  const { onlyFailed = false, maxRows = Infinity } = selection
  const options = { policy, selection: { onlyFailed }, maxRows }
  return withFindings(checked.result, await markExisting(cli, checked, journal, options))
}

/** Rows of imports and of replacements can have the same key, so they never share a journal. */
function requireSamePurpose({ batch, folder }: Journal, { purpose = 'import' }: PlanOptions): void {
  const { run, reading } = batch
  if (run === 0 || (reading.purpose ?? 'import') === purpose) return
  const message = `The journal in ${folder} belongs to another command (import or replace). Choose another folder with --journal.`
  throw new CatalogError('conflict', message, { code: 'journal.other_purpose' })
}

/** Returns the name that the import has. Once a row was started, the instance knows the import by its name. */
function chooseName(journal: Journal, { name = journal.batch.reading.name }: PlanOptions) {
  const { batch, folder } = journal
  if (name === undefined || name === batch.name || !hasStartedRow(journal)) return name
  const message = `This import has the name ${JSON.stringify(batch.name)}, and has begun. Leave out --name, or start over after: catalog import forget ${quoteForShell(folder)}`
  throw new CatalogError('conflict', message, { code: OTHER_NAME })
}

function hasStartedRow(journal: Journal): boolean {
  for (const { state, note_code: note } of journal.readStoredRows('all')) {
    if (state !== 'planned' || note !== null) return true
  }
  return false
}

function readingOptions(options: ReadAndCheckOptions): ReadingOptions {
  const { encoding, encodingFallback, delimiter, sheet, headerRow } = options
  const { ignore, ignoreUnknown, map, set, fillDown, purpose } = options
  const given = {
    encoding,
    encodingFallback,
    delimiter,
    sheet,
    headerRow,
    ignore,
    ignoreUnknown,
    fillDown,
    purpose,
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return { map, set, ...Object.fromEntries(present) }
}

/** Errors of the manifest itself always prevent an import; errors of rows only if no row may be skipped. */
function canImport(
  { result }: OnlineCheckedManifest,
  { skipInvalidRows }: Pick<PlanOptions, 'skipInvalidRows'>,
): boolean {
  if (result.errors === 0) return true
  const hasManifestError = result.findings.some(
    ({ row, severity }) => row === null && severity === 'error',
  )
  return skipInvalidRows && !hasManifestError && result.ok > 0
}
