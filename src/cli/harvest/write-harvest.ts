import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { CatalogError } from '../../core/base/errors.ts'
import { publishFile } from '../../core/storage/disk/durable-files.ts'
import type { Cli } from '../cli.ts'
import { chooseFormat } from '../manifest/choose-format.ts'
import { reportWritten } from '../manifest/report-written.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { tell } from '../terminal/output.ts'
import { computeSha256 } from '../tables/sha256.ts'
import type { FileFormat, RowFormat } from '../tables/write-rows.ts'
import { writeTable, type TableContent } from '../tables/write-table.ts'
import { createRemote } from './fetch-document.ts'
import { createHarvestTable } from './harvest-table.ts'
import { openHarvestState, type HarvestState, type RecordState } from './harvest-state.ts'
import { openLicenseFinder } from './license-finder.ts'
import { isPassFinished, requireSameSource, runPass, type PassResult } from './run-pass.ts'
import type { HarvestSource } from './source.ts'
import { tellProblems } from './tell-problems.ts'
import { describeWithheld, findWithheld, type Withheld } from './withdrawal-guard.ts'

export interface HarvestFlags {
  rate: number
  allowPrivateUrls?: true
  full?: true
  all?: true
  format?: FileFormat
  excelLocale?: 'eu'
  force?: true
}

/** Harvests a remote and writes its table: of all records, or of those that changed since the last one. */
export async function writeHarvest(
  cli: Cli,
  source: HarvestSource,
  file: string,
  flags: HarvestFlags,
): Promise<void> {
  const format = chooseFormat(cli, file, flags, 'csv')
  const path = file === '-' ? undefined : resolve(cli.cwd, file)
  if (path === undefined) {
    const folder = await mkdtemp(join(tmpdir(), 'catalog-harvest-'))
    cli.cleanup.defer(() => rm(folder, { recursive: true }))
    using state = await openHarvestState(folder)
    const result = await harvest(cli, state, source, flags)
    const { content } = await createContent(cli, state, result, flags)
    await writeTable(cli, { path: file }, content, format)
    return report(cli, state, result)
  }
  using state = await openHarvestState(`${path}.harvest`)
  requireSameSource(state, source, 'table')
  if (!flags.force) await requireOwnTable(state, path)
  const result = await harvest(cli, state, source, flags)
  const { content, withheld } = await createContent(cli, state, result, flags)
  const rows = await replaceTable(cli, state, { path, content, format })
  state.set('withheld', withheld ? 'yes' : undefined)
  state.set('written', 'yes')
  reportWritten(cli, file, {
    format: format.format,
    rows,
    columns: content.header.length,
    ...summarize(state, result, withheld),
  })
  report(cli, state, result, withheld)
}

/** Continues the harvest that was stopped. Else begins one, whose changes are those since the last complete table. */
async function harvest(
  cli: Cli,
  state: HarvestState,
  source: HarvestSource,
  { rate, allowPrivateUrls, full }: HarvestFlags,
): Promise<PassResult> {
  const phase = state.get('phase')
  const protocol = state.get('protocol') as PassResult['protocol'] | undefined
  const isWritten = state.get('written') !== undefined
  if (phase === 'complete' && protocol && !isWritten)
    return { protocol, isComplete: true, isStopped: false }
  if (phase === 'complete') state.applyTable(state.get('withheld') === undefined)
  if (isPassFinished(state)) state.set('written', undefined)
  const log = (sentence: string): void => tell(cli, sentence)
  const remote = createRemote(cli, { rate, allowPrivateUrls: allowPrivateUrls === true, log })
  return await runPass(remote, state, source, { isFull: full === true })
}

async function createContent(
  cli: Cli,
  state: HarvestState,
  result: PassResult,
  { all }: Pick<HarvestFlags, 'all'>,
): Promise<{ content: TableContent; withheld: Withheld | undefined }> {
  const withheld = findWithheld(state, result, cli.globals.yes)
  const states: RecordState[] = ['new', 'changed', 'returned']
  if (!withheld) states.push('withdrawn')
  if (all) states.push('unchanged')
  const findLicense = await openLicenseFinder(cli)
  const content = createHarvestTable(state, findLicense, function* () {
    for (const one of states) for (const record of state.list(one)) yield [record, one] as const
  })
  return { content, withheld }
}

/**
 * Requires that the table is the one that the last harvest wrote, without edits, or that there is none.
 * @throws CatalogError kind `conflict`
 */
async function requireOwnTable(state: HarvestState, path: string): Promise<void> {
  const digest = await digestFile(path)
  const own = [undefined, state.get('table'), state.get('next_table')]
  if (own.includes(digest)) return
  const isEdited = state.get('table') !== undefined
  const message = isEdited
    ? `${path} was edited since it was harvested. Import it and rename it, or replace it with --force.`
    : `${path} exists, and no harvest wrote it. Choose another name, or replace it with --force.`
  throw new CatalogError('conflict', message, { code: 'harvest.other_table' })
}

interface NewTable {
  path: string
  content: TableContent
  format: RowFormat
}

/** Writes the table beside its state, and moves it to its place once its digest is noted. */
async function replaceTable(
  cli: Cli,
  state: HarvestState,
  { path, content, format }: NewTable,
): Promise<number> {
  const next = join(state.folder, `table${extname(path)}`)
  const rows = await writeTable(cli, { path: next, force: true }, content, format)
  const digest = await digestFile(next)
  state.set('next_table', digest)
  await publishFile(next, path)
  state.set('table', digest)
  return rows
}

/** @returns undefined if there is no file */
async function digestFile(path: string): Promise<string | undefined> {
  try {
    return await computeSha256(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function summarize(state: HarvestState, result: PassResult, withheld: Withheld | undefined) {
  return {
    protocol: result.protocol,
    complete: result.isComplete,
    records: state.countPresent(),
    new: state.count('new'),
    changed: state.count('changed'),
    returned: state.count('returned'),
    withdrawn: withheld ? 0 : state.count('withdrawn'),
    withheld: withheld ?? null,
    warnings: state.countProblems(),
    problems: state.listProblems().map(({ isLoss, ...problem }) => ({ ...problem, loss: isLoss })),
  }
}

/** Tells what could not be read, and sets the exit code. */
function report(cli: Cli, state: HarvestState, result: PassResult, withheld?: Withheld): void {
  tellProblems(cli, state)
  if (withheld) tell(cli, describeWithheld(withheld))
  if (!result.isComplete) {
    tell(
      cli,
      result.isStopped
        ? 'The remote does not work. Run the same command again later; it continues.'
        : 'The remote could not be read completely.',
    )
    cli.exitCode = state.countPresent() === 0 ? EXIT.unavailable : EXIT.partial
  } else if (withheld) cli.exitCode = EXIT.partial
}
