import { Command } from '@commander-js/extra-typings'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord, tell } from '../../terminal/output.ts'
import { formatBytes } from '../../terminal/format.ts'

async function runSlotPut(cli: Cli, given: string, file: string): Promise<void> {
  const { withRetry } = await import('../../client/retry.ts')
  const { uploadFile } = await import('../../import/transfer/upload-file.ts')
  const { readSlot } = await import('./read-slot.ts')
  const { startProgress } = await import('../../terminal/progress.ts')

  const path = resolve(cli.cwd, file)
  const size = await readFileSize(path)
  const slot = await readSlot(cli, given)
  {
    using progress = await startProgress(cli, { unit: 'files', count: 1, bytes: size })
    const onBytes = (bytes: number): void => progress.addBytes(bytes)
    const sending = { cli, onBytes, signal: cli.signal }
    await withRetry({ ...sending, log: (sentence) => progress.log(sentence) }, () =>
      uploadFile(sending, { path, size }, slot),
    )
    progress.addDone()
  }
  tell(cli, `Uploaded ${formatBytes(size)} to slot ${slot.slot_id}.`)
  printRecord(cli, { slot_id: slot.slot_id, bytes: size })
}

async function readFileSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return found.size
  throw new CatalogError('not_found', `${path} does not exist or is not a file.`, {
    code: 'file.missing',
  })
}

export const slotPutCommand: CommandFactory = (cli) =>
  new Command('put')
    .description('Upload a file to a slot')
    .argument('<slot>', 'Output of `catalog slot request --json`: a file, or - for standard input')
    .argument('<file>', 'Image file')
    .action((slot, file) => runSlotPut(cli, slot, file))
