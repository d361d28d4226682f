import { resolve } from 'node:path'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import type { Cli } from '../../cli.ts'
import { EXIT, toSignalExitCode } from '../../terminal/exit-codes.ts'
import type { PreparedReplacement } from '../../import/engine/replace-file.ts'
import { printRecord, tell } from '../../terminal/output.ts'
import { formatBytes } from '../../terminal/format.ts'

interface OneFileFlags {
  expectSha256?: string
  dryRun?: true
}

/** Prints the plan, asks for confirmation on a terminal, and replaces the file. */
export async function replaceOneFile(
  cli: Cli,
  imageId: number,
  file: string,
  flags: OneFileFlags,
): Promise<void> {
  if (!flags.dryRun) requireYes(cli, 'Replacing a file')
  const { prepareReplacement } = await import('../../import/engine/replace-file.ts')
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
  const { isReplaced, replaceFile } = await import('../../import/engine/replace-file.ts')
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
