import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { CatalogError, invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import type { CommandFactory } from '../command.ts'
import { declareEndpoints } from '../host/with-api.ts'
import type { PreparedReplacement } from '../import/engine/replace-file.ts'
import { parsePositiveInteger } from '../options/option-parsers.ts'
import { confirm, requireYes } from '../terminal/confirm.ts'
import { EXIT, toSignalExitCode } from '../terminal/exit-codes.ts'
import { formatBytes } from '../terminal/format.ts'
import { printRecord, tell } from '../terminal/output.ts'
import { addReadingOptions, type ManifestFlags } from './import/manifest-options.ts'
import { addSendingOptions, type RunFlags } from './import/run-options.ts'

interface OneFileFlags {
  expectSha256?: string
  dryRun?: true
}

/** Prints the plan, asks for confirmation on a terminal, and replaces the file. */
async function replaceOneFile(
  cli: Cli,
  imageId: number,
  file: string,
  flags: OneFileFlags,
): Promise<void> {
  if (!flags.dryRun) requireYes(cli, 'Replacing a file')
  const { prepareReplacement } = await import('../import/engine/replace-file.ts')
  const { expectSha256: expected } = flags
  const path = resolve(cli.cwd, file)
  const wanted = { imageId, path, ...(expected !== undefined && { expected }) }
  const replacing = await prepareReplacement(cli, wanted)
  printPlan(cli, replacing, flags.dryRun === true)
  if (flags.dryRun) return
  if (await confirm(cli)) await replace(cli, imageId, replacing)
  else tell(cli, 'Nothing was sent.')
}

function printPlan(
  cli: Cli,
  { title, image, isRotatedOrMirrored }: PreparedReplacement,
  dry: boolean,
): void {
  const verb = dry ? 'Would replace' : 'Replacing'
  const size = formatBytes(image.size)
  tell(cli, `${verb} the file of image ${image.key}, "${title}", with ${image.path} (${size}).`)
  if (isRotatedOrMirrored)
    tell(cli, 'The image is rotated or mirrored; the new file will be displayed as it is.')
}

async function replace(cli: Cli, imageId: number, replacing: PreparedReplacement): Promise<void> {
  const { isReplaced, replaceFile } = await import('../import/engine/replace-file.ts')
  const { result, stoppedBy } = await replaceFile(cli, replacing)
  if (isReplaced(result)) return printRecord(cli, { image_id: imageId })
  if (stoppedBy) throw stoppedBy
  tell(cli, `Not replaced: ${result?.message ?? 'it was interrupted'}`)
  cli.exitCode = getExitCode(cli, result?.state)
}

function getExitCode(cli: Cli, state: string | undefined): number {
  if (cli.signal.aborted) return toSignalExitCode(cli.signal.reason)
  if (state === 'undecided') return EXIT.undecided
  return state === 'failed' ? EXIT.partial : EXIT.unavailable
}

interface ReplaceFlags
  extends Omit<ManifestFlags, 'collection' | 'findDuplicates'>, Omit<RunFlags, 'commitOrder'> {
  expectSha256?: string
  manifest?: string
}

/** The arguments and options of the command line. */
interface Given {
  image: number | undefined
  file: string | undefined
  flags: ReplaceFlags
  /** Names of the options that the user set, such as `--rows`. */
  options: readonly string[]
}

const FOR_ONE_FILE = ['--dry-run', '--expect-sha256']

async function runReplace(cli: Cli, given: Given): Promise<void> {
  if (given.flags.manifest !== undefined) return await replaceByManifest(cli, given)
  const { image, file, options, flags } = given
  if (image === undefined || file === undefined) throw toMissingArgumentError()
  const [foreign] = options.filter((option) => !FOR_ONE_FILE.includes(option))
  if (foreign !== undefined) throw invalid(foreign, 'requires --manifest')
  await replaceOneFile(cli, image, file, flags)
}

/** Runs like an import, with a journal; each row replaces a file instead of creating an image. */
async function replaceByManifest(cli: Cli, { image, flags }: Given): Promise<void> {
  const { manifest = '', expectSha256, ...others } = flags
  if (image !== undefined) {
    throw invalid('--manifest', 'cannot be combined with an image and a file')
  }
  if (expectSha256 !== undefined) {
    throw invalid('--expect-sha256', 'cannot be combined with --manifest; use the column sha256')
  }
  if (!others.dryRun) requireYes(cli, 'Replacing files')
  const { runImportRun } = await import('./import/run.ts')
  await runImportRun(cli, manifest, { ...others, commitOrder: 'any', purpose: 'replace' })
}

function toMissingArgumentError(): CatalogError {
  const message = 'Specify an image id and its new file, or a table with --manifest.'
  return new CatalogError('invalid', message, { code: 'usage' })
}

function parseDigest(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text
  throw new InvalidArgumentError('Must be 64 hexadecimal digits.')
}

export const replaceCommand: CommandFactory = (cli) =>
  addSendingOptions(
    addReadingOptions(
      declareEndpoints(
        new Command('replace'),
        'GET /api/v2/import/upload-url/',
        'POST /api/v2/images/:id/replace/',
      )
        .description('Replace the file of an image and keep its metadata')
        .usage('[options] <image> <file>\n       catalog replace [options] --manifest <table>')
        .argument('[image]', 'Image id', parsePositiveInteger)
        .argument('[file]', 'New image file')
        .option('--manifest <table>', 'Table with the columns image_id and file')
        .option('--expect-sha256 <digest>', 'Required SHA-256 digest of the file', parseDigest),
    ),
  ).action((image, file, flags, command) =>
    runReplace(cli, { image, file, flags, options: listGivenOptions(command) }),
  )

function listGivenOptions(command: Pick<Command, 'options' | 'getOptionValueSource'>): string[] {
  return command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
    .map(({ long }) => long ?? '')
}
