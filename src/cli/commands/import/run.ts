import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import type { OnlinePrepared } from '../../import/prepare.ts'
import type { PlannedImage } from '../../import/plan.ts'
import type { RunResult } from '../../import/run.ts'
import { wholeNumber } from '../../option-types.ts'
import type { Progress } from '../../progress.ts'
import { hint, tell } from '../../output.ts'
import { addManifestOptions, manifestOptions, type ManifestFlags } from './manifest-options.ts'
import { onError } from './on-error.ts'

/** What is running gets this long after the first Ctrl-C. */
const LAST_MS = 20_000

interface RunFlags extends ManifestFlags {
  concurrency: number
  onError: number
  dryRun?: true
}

/** Checks the whole manifest, tells the plan, then sends; refuses as a whole when a row is wrong. */
async function runImportRun(cli: Cli, path: string, flags: RunFlags): Promise<void> {
  const { prepare } = await import('../../import/prepare.ts')
  const { findingsInWords, reportCheck } = await import('../../import/check/report-check.ts')
  const images: PlannedImage[] = []
  const prepared = await prepare(cli, path, {
    ...manifestOptions(flags),
    onImage: (image) => images.push(image),
  })
  const { manifest, result, target } = prepared
  if (result.errors > 0) {
    reportCheck(cli, manifest, result, target)
    cli.exitCode = EXIT.invalid_data
    return
  }
  if (result.findings.length > 0) hint(cli, findingsInWords(result.findings).trimEnd())
  tell(cli, await planInWords(prepared, flags.dryRun === true))
  if (flags.dryRun) return await reportDryRun(cli, prepared, images)
  if (!(await agreed(cli))) return tell(cli, 'Nothing was sent.')
  await send(cli, prepared, images, flags)
}

async function planInWords({ result, target }: OnlinePrepared, dry: boolean): Promise<string> {
  const { count } = await import('../../import/report.ts')
  const { megabytes } = await import('../../progress.ts')
  const collections = [...result.collections].join(', ')
  return (
    `${dry ? 'Would import' : 'Importing'} ${count(result.ok, 'image')} ` +
    `(${megabytes(result.bytes)}) into collection ${collections} at ${target.url} as ${target.account}.`
  )
}

async function reportDryRun(
  cli: Cli,
  { target }: OnlinePrepared,
  images: readonly PlannedImage[],
): Promise<void> {
  const { reportRun } = await import('../../import/report.ts')
  const { notStarted } = await import('../../import/result.ts')
  reportRun(cli, images.map(notStarted), {
    schema: 'catalog.import/1',
    dry_run: true,
    target,
    summary: { rows: images.length },
  })
}

/** A person who is there is asked; a script has decided by calling. */
async function agreed(cli: Cli): Promise<boolean> {
  const { yes, input } = cli.globals
  if (!cli.interactive || yes || !input) return true
  return await cli.prompts.confirm('Go on?', cli.signal)
}

async function send(
  cli: Cli,
  prepared: OnlinePrepared,
  images: readonly PlannedImage[],
  flags: RunFlags,
): Promise<void> {
  const { exitCodeOfRun, tally } = await import('../../import/ending.ts')
  const { reportRun } = await import('../../import/report.ts')
  const ended = await sendAll(cli, prepared, images, flags)
  const counts = tally(ended.rows)
  reportRun(cli, ended.rows, {
    schema: 'catalog.import/1',
    target: prepared.target,
    summary: { rows: ended.rows.length, ...counts },
  })
  tell(cli, summary(counts))
  if (ended.stoppedBy) tell(cli, `Stopped early: ${ended.stoppedBy.message}`)
  cli.exitCode = exitCodeOfRun(cli, ended)
}

async function sendAll(
  cli: Cli,
  { api, result }: OnlinePrepared,
  images: readonly PlannedImage[],
  flags: RunFlags,
): Promise<RunResult> {
  const { runImport } = await import('../../import/run.ts')
  const { startProgress } = await import('../../progress.ts')
  using progress = await startProgress(cli, {
    unit: 'images',
    count: images.length,
    bytes: result.bytes,
  })
  const sending = {
    cli,
    api,
    onBytes: (bytes: number) => progress.bytes(bytes),
    signal: someTimeAfter(cli, progress),
  }
  return await runImport(images, sending, {
    concurrency: flags.concurrency,
    failuresAllowed: flags.onError,
    onRow: () => progress.done(),
  })
}

/** Aborted some time after the person asked to stop. */
function someTimeAfter(cli: Cli, progress: Progress): AbortSignal {
  const last = new AbortController()
  const onAbort = (): void => {
    progress.say('Finishing what is running; press Ctrl-C again to stop at once.')
    setTimeout(() => last.abort(), LAST_MS).unref()
  }
  if (cli.signal.aborted) onAbort()
  else cli.signal.addEventListener('abort', onAbort, { once: true })
  return last.signal
}

function summary({ imported, failed, undecided, not_started }: Record<string, number>): string {
  const parts = [
    `${imported} imported`,
    failed ? `${failed} failed` : '',
    undecided ? `${undecided} undecided (look there before you send them again)` : '',
    not_started ? `${not_started} not begun` : '',
  ]
  return `${parts.filter((part) => part !== '').join(', ')}.`
}

export const importRunCommand: CommandFactory = (cli) =>
  addManifestOptions(
    new Command('run')
      .description('check a manifest, then import every picture that it names')
      .argument('<manifest>', 'table of pictures: comma-, semicolon- or tab-separated'),
  )
    .option('--concurrency <number>', 'pictures sent at the same time', wholeNumber, 4)
    .option('--on-error <what>', 'continue, stop, or a number of failures', onError, Infinity)
    .option('--dry-run', 'check and tell the plan, send nothing')
    .action((manifest, flags) => runImportRun(cli, manifest, flags))
