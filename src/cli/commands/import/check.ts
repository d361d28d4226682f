import { Command } from '@commander-js/extra-typings'
import { finished } from 'node:stream/promises'
import { resolve } from 'node:path'
import { CatalogError, invalid } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { EXIT } from '../../terminal/exit-codes.ts'
import type { AnnotatedCopy } from '../../import/report/annotated-copy.ts'
import { nameCopy } from '../../tables/output-format.ts'
import { STANDARD_INPUT } from '../../tables/input-file.ts'
import type { Manifest } from '../../tables/manifest.ts'
import type { CheckedManifest, ReadAndCheckOptions } from '../../import/check/read-and-check.ts'
import type { Target } from '../../import/report/report-run.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { hint } from '../../terminal/output.ts'
import {
  addManifestOptions,
  toPrepareOptions,
  withEncoding,
  type ManifestFlags,
} from './manifest-options.ts'
import { suggestNextCommand } from './next-command.ts'

interface CheckFlags extends ManifestFlags {
  rows?: string
  offline?: true
  probe?: true
  strict?: true
  maxErrors?: number
  annotate?: string | true
  report?: string
  saveMap?: string
}

async function runImportCheck(cli: Cli, path: string, given: CheckFlags): Promise<void> {
  const flags = await withEncoding(cli, path, given)
  const { reportCheck } = await import('../../import/check/report-check.ts')
  const { annotateGithubActions } = await import('../../import/check/github-actions.ts')
  await using copies = createCopies(cli, path, flags)
  const { manifest, result, target } = await checkManifest(cli, path, flags, copies)
  const written = await copies.publish()
  reportCheck(cli, {
    manifest,
    result,
    target,
    ...(flags.maxErrors !== undefined && { shownPerCode: Infinity }),
    seeAllHint: `--max-errors ${result.findings.length} shows all, -o tsv lists them as a table, --annotate writes them beside the rows`,
  })
  await annotateGithubActions(cli, manifest, result)
  const bad = flags.strict ? result.errors + result.warnings : result.errors
  if (bad > 0) cli.exitCode = EXIT.invalid_data
  if (flags.saveMap !== undefined) written.push(await saveMap(cli, flags.saveMap, manifest))
  for (const file of written) hint(cli, `Written: ${file}`)
  const needsCollection = result.findings.some(({ code }) => code === 'collection.missing')
  hint(cli, suggestNextCommand(cli, path, flags, { hasErrors: bad > 0, needsCollection }))
}

/** @returns the path of the file */
async function saveMap(cli: Cli, path: string, manifest: Manifest): Promise<string> {
  const { formatMapFile } = await import('../../tables/toml.ts')
  const { openOutputFile } = await import('../../terminal/output-file.ts')
  await using file = await openOutputFile(cli, { path, inputs: [manifest.path] })
  file.stream.end(formatMapFile(manifest))
  await finished(file.stream)
  await file.publish()
  return path
}

async function checkManifest(
  cli: Cli,
  path: string,
  flags: CheckFlags,
  copies: Copies,
): Promise<CheckedManifest & { target: Target | null }> {
  const { applyProjectDefaults, readAndCheck, readAndCheckOffline } =
    await import('../../import/check/read-and-check.ts')
  const { parseRowRanges } = await import('../../tables/row-ranges.ts')
  const options: ReadAndCheckOptions = {
    ...toPrepareOptions(flags),
    ...(flags.rows !== undefined && { rows: parseRowRanges(flags.rows) }),
    ...(flags.maxErrors !== undefined && { maxFindings: flags.maxErrors }),
    ...(!flags.offline && { probeUrls: true }),
    collections: flags.probe ? 'probe' : 'ask',
    onManifest: (manifest) => copies.open(manifest),
    onRow: (row, findings) => copies.add(row, findings),
  }
  const resolved = await applyProjectDefaults(cli, path, options)
  return flags.offline
    ? { ...(await readAndCheckOffline(cli, path, resolved)), target: null }
    : await readAndCheck(cli, path, resolved).catch((error: unknown) => {
        throw adviseOffline(error)
      })
}

/** Adds to an error that most checks work without an instance. */
function adviseOffline(error: unknown): unknown {
  if (!(error instanceof CatalogError)) return error
  const { kind, message, details } = error
  const [about] = details.fields?.['--url'] ?? []
  if (about !== undefined) {
    return invalid('--url', `${about}. To check without an instance, add --offline.`)
  }
  if (kind !== 'unauthenticated' && kind !== 'unavailable') return error
  const advice = `${message} To check without an instance, add --offline.`
  return new CatalogError(kind, advice, { ...details, cause: error })
}

/** The tables that the check writes: the annotated manifest, and the rows with errors. */
interface Copies extends AsyncDisposable {
  open(manifest: Manifest): Promise<void>
  add: NonNullable<ReadAndCheckOptions['onRow']>
  /** @returns paths of the tables */
  publish(): Promise<string[]>
}

/** Codes of findings after which no further row can be read. */
const FATAL_CODES = ['csv.quote', 'excel.unreadable']

function createCopies(cli: Cli, path: string, { annotate, report }: CheckFlags): Copies {
  let whole: AnnotatedCopy | undefined
  let failures: AnnotatedCopy | undefined
  let complete = true
  return {
    async open(manifest) {
      const { openAnnotatedCopy } = await import('../../import/report/annotated-copy.ts')
      const opened = (file: string): Promise<AnnotatedCopy> =>
        openAnnotatedCopy(manifest, resolve(cli.cwd, file))
      if (annotate !== undefined) {
        whole = await opened(annotate === true ? getAnnotatedName(path, manifest) : annotate)
      }
      if (report !== undefined) failures = await opened(report)
    },
    async add(row, findings) {
      complete &&= !findings.some(({ code }) => FATAL_CODES.includes(code))
      await whole?.add(row, findings)
      if (findings.some(({ severity }) => severity === 'error')) await failures?.add(row, findings)
    },
    async publish() {
      // An incomplete copy could be mistaken for the manifest.
      const copies = [complete ? whole : undefined, failures].filter((copy) => copy !== undefined)
      for (const copy of copies) await copy.publish()
      return copies.map((copy) => copy.path)
    },
    async [Symbol.asyncDispose]() {
      await whole?.[Symbol.asyncDispose]()
      await failures?.[Symbol.asyncDispose]()
    },
  }
}

/** `album.csv` → `album.checked.csv`. */
function getAnnotatedName(path: string, { format }: Manifest): string {
  if (path === STANDARD_INPUT)
    throw invalid('--annotate', 'needs the name of a file, because the table is standard input')
  return nameCopy(path, format, 'checked')
}

export const importCheckCommand: CommandFactory = (cli) =>
  addManifestOptions(
    new Command('check')
      .description('Check a manifest without importing anything')
      .argument('<manifest>', 'Table or folder of images; - for standard input'),
  )
    .optionsGroup('Check options:')
    .option('--rows <ranges>', 'Check only these rows, such as 1-500,700')
    .option('--offline', 'Check without contacting the instance')
    .option(
      '--probe',
      'Test your access by requesting and canceling one upload slot per collection',
    )
    .option('--strict', 'Treat warnings as errors')
    .option('--max-errors <number>', 'List at most this many findings', parsePositiveInteger)
    .option('--annotate [file]', 'Write a copy of the manifest with the findings beside each row')
    .option('--report <file>', 'Write a table of the rows that have errors')
    .option('--save-map <file>', 'Write a file for --map-file with the mapping in use')
    .action((manifest, flags) => runImportCheck(cli, manifest, flags))
