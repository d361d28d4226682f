import { Command } from '@commander-js/extra-typings'
import { declareEndpoints } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { printRecord, tell } from '../../terminal/output.ts'

interface RequestOptions {
  collection: number
  contentType: string
}

async function runSlotRequest(cli: Cli, options: RequestOptions): Promise<void> {
  const { openApi } = await import('../../client/api.ts')
  const { openSession } = await import('../../login/session.ts')
  const { withRetry } = await import('../../client/retry.ts')
  const { requestSlot } = await import('../../import/transfer/request-slot.ts')
  const api = openApi(cli, await openSession(cli))
  const context = { cli, signal: cli.signal, log: (sentence: string) => tell(cli, sentence) }
  const { givenAt: _, ...slot } = await withRetry(context, () => requestSlot({ api }, options))
  printRecord(cli, slot)
}

export const slotRequestCommand: CommandFactory = (cli) =>
  declareEndpoints(new Command('request'), 'GET /api/v2/import/upload-url/')
    .description('Request an upload slot for one file')
    .requiredOption('--collection <id>', 'Collection of the image', parsePositiveInteger)
    .option('--content-type <type>', 'Media type of the file', 'image/jpeg')
    .action((options) => runSlotRequest(cli, options))
