import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { CatalogError } from '../../../core/base/errors.ts'
import { MAX_CANCELLED_SLOTS } from '../../../core/base/limits.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { declareEndpoints } from '../../host/with-api.ts'
import { addMetadataOptions, readMetadata } from '../../options/metadata-options.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { formatBytes } from '../../terminal/format.ts'
import { printRecord, tell } from '../../terminal/output.ts'

const slotRequestCommand: CommandFactory = (cli) =>
  declareEndpoints(new Command('request'), 'GET /api/v2/import/upload-url/')
    .description('Request an upload slot for one file')
    .requiredOption('--collection <id>', 'Collection of the image', parsePositiveInteger)
    .option('--content-type <type>', 'Media type of the file', 'image/jpeg')
    .action(async (options) => {
      const { openApi } = await import('../../client/api.ts')
      const { openSession } = await import('../../login/session.ts')
      const { withRetry } = await import('../../client/retry.ts')
      const { requestSlot } = await import('../../import/transfer/request-slot.ts')
      const api = openApi(cli, await openSession(cli))
      const context = { cli, signal: cli.signal, log: (sentence: string) => tell(cli, sentence) }
      const { givenAt: _, ...slot } = await withRetry(context, () => requestSlot({ api }, options))
      printRecord(cli, slot)
    })

async function readFileSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return found.size
  throw new CatalogError('not_found', `${path} does not exist or is not a file.`, {
    code: 'file.missing',
  })
}

const slotPutCommand: CommandFactory = (cli) =>
  new Command('put')
    .description('Upload a file to a slot')
    .argument('<slot>', 'Output of `catalog slot request --json`: a file, or - for standard input')
    .argument('<file>', 'Image file')
    .action(async (given, file) => {
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
    })

/** Sends the metadata as given; the instance validates it. */
const slotCommitCommand: CommandFactory = (cli) =>
  addMetadataOptions(
    declareEndpoints(new Command('commit'), 'POST /api/v2/import/commit/')
      .description('Create an image from the file in a slot')
      .argument('<slot>', 'Slot id, or the output of `catalog slot request --json`'),
  )
    .option('--body <file>', 'JSON object with the metadata; options take precedence')
    .option('--key <text>', 'Idempotency key; repeat it to retry a commit safely (default: random)')
    .action(async (slot, options) => {
      const { openApi } = await import('../../client/api.ts')
      const { openSession } = await import('../../login/session.ts')
      const { commitResponse } = await import('../../import/check/response-schemas.ts')
      const { readJsonObject, readSlotId } = await import('./read-slot.ts')
      const slotId = await readSlotId(cli, slot)
      const { body: file } = options
      const given = file === undefined ? {} : await readJsonObject(cli, file)
      const api = openApi(cli, await openSession(cli))
      const request = {
        method: 'POST' as const,
        path: '/api/v2/import/commit/',
        body: { ...given, ...readMetadata(options), slot_id: slotId },
        headers: { 'Idempotency-Key': options.key ?? randomUUID() },
      }
      printRecord(cli, await api.send(request, commitResponse))
    })

/** Cancels the slots, in several requests if there are many. */
const slotCancelCommand: CommandFactory = (cli) =>
  declareEndpoints(new Command('cancel'), 'POST /api/v2/import/cancel/')
    .description('Cancel slots and delete the files uploaded to them')
    .argument('<slot...>', 'Slot ids, or files with the output of `catalog slot request --json`')
    .action(async (slots) => {
      const { openApi } = await import('../../client/api.ts')
      const { openSession } = await import('../../login/session.ts')
      const { cancelResponse } = await import('../../import/check/response-schemas.ts')
      const { readSlotId } = await import('./read-slot.ts')
      const ids: string[] = []
      for (const slot of slots) ids.push(await readSlotId(cli, slot))
      const api = openApi(cli, await openSession(cli))
      let deleted = 0
      for (let from = 0; from < ids.length; from += MAX_CANCELLED_SLOTS) {
        const body = { slot_ids: ids.slice(from, from + MAX_CANCELLED_SLOTS) }
        const request = { method: 'POST' as const, path: '/api/v2/import/cancel/', body }
        deleted += (await api.send(request, cancelResponse)).deleted
      }
      printRecord(cli, { deleted })
    })

export const slotCommand = createCommandGroup(
  'slot',
  'Run the steps of an import one by one, for scripts',
  [slotRequestCommand, slotPutCommand, slotCommitCommand, slotCancelCommand],
)
