import { Command } from '@commander-js/extra-typings'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { addMetadataOptions, readMetadata, type MetadataFlags } from '../../metadata-options.ts'
import { printRecord } from '../../output.ts'

interface CommitOptions extends MetadataFlags {
  body?: string
  key?: string
}

/** Sends the metadata as given; the instance validates it. */
async function runSlotCommit(cli: Cli, given: string, options: CommitOptions): Promise<void> {
  const { openApi } = await import('../../api.ts')
  const { openSession } = await import('../../login/session.ts')
  const { commitResponse } = await import('../../import/transfer/response-schemas.ts')
  const { readSlotId } = await import('./read-slot.ts')
  const slotId = await readSlotId(cli, given)
  const body = { ...(await readBody(cli, options.body)), ...readMetadata(options) }
  const api = openApi(cli, await openSession(cli))
  const request = {
    method: 'POST' as const,
    path: '/api/v2/import/commit/',
    body: { ...body, slot_id: slotId },
    headers: { 'Idempotency-Key': options.key ?? randomUUID() },
  }
  printRecord(cli, await api.send(request, commitResponse))
}

async function readBody(cli: Cli, path: string | undefined): Promise<object> {
  if (path === undefined) return {}
  const { readJson } = await import('./read-slot.ts')
  const parsed = z.record(z.string(), z.unknown()).safeParse(await readJson(cli, path))
  if (parsed.success) return parsed.data
  throw invalid('--body', 'must be a file that contains a JSON object')
}

export const slotCommitCommand: CommandFactory = (cli) =>
  addMetadataOptions(
    new Command('commit')
      .description('Create an image from the file in a slot')
      .argument('<slot>', 'Slot id, or the output of `catalog slot request --json`'),
  )
    .option('--body <file>', 'JSON object with the metadata; options take precedence')
    .option('--key <text>', 'Idempotency key; repeat it to retry a commit safely (default: random)')
    .action((slot, options) => runSlotCommit(cli, slot, options))
