import { Command } from '@commander-js/extra-typings'
import { randomUUID } from 'node:crypto'
import { declareEndpoints } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import {
  addMetadataOptions,
  readMetadata,
  type MetadataFlags,
} from '../../options/metadata-options.ts'
import { printRecord } from '../../terminal/output.ts'

interface CommitOptions extends MetadataFlags {
  body?: string
  key?: string
}

/** Sends the metadata as given; the instance validates it. */
async function runSlotCommit(cli: Cli, slot: string, options: CommitOptions): Promise<void> {
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
}

export const slotCommitCommand: CommandFactory = (cli) =>
  addMetadataOptions(
    declareEndpoints(new Command('commit'), 'POST /api/v2/import/commit/')
      .description('Create an image from the file in a slot')
      .argument('<slot>', 'Slot id, or the output of `catalog slot request --json`'),
  )
    .option('--body <file>', 'JSON object with the metadata; options take precedence')
    .option('--key <text>', 'Idempotency key; repeat it to retry a commit safely (default: random)')
    .action((slot, options) => runSlotCommit(cli, slot, options))
