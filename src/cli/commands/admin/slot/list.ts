import { Command, Option } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../../core/base/clock.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { parsePositiveInteger } from '../../../options/option-parsers.ts'
import { hint, print } from '../../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../host/with-catalog.ts'

const STATES = ['pending', 'expired', 'cancelled', 'consumed'] as const

interface Options extends DataOption {
  state: readonly (typeof STATES)[number][]
  limit: number
}

async function runListSlots(cli: Cli, options: Options): Promise<void> {
  const { listSlots } = await import('../../../../core/queries/imports/slots.ts')
  const { incomingKey } = await import('../../../../core/storage/keys.ts')
  const { state: states, limit } = options
  const rows = await withCatalog(cli, options, async ({ reads, clock, storage }) => {
    const slots = await listSlots(reads, { states, now: clock.now(), limit: limit + 1 })
    return Promise.all(
      slots.map(async (slot) => ({
        id: slot.id,
        state: slot.state,
        user: slot.username,
        collection: slot.collection_id,
        content_type: slot.content_type,
        created_at: formatTimestamp(slot.created_at),
        expires_at: formatTimestamp(slot.expires_at),
        uploaded_bytes: (await storage.stat(incomingKey(slot.id)))?.size ?? null,
        image: slot.state === 'consumed' ? slot.image_id : null,
      })),
    )
  })
  const columns = ['id', 'state', 'user', 'collection', 'expires_at', 'uploaded_bytes', 'image']
  print(cli, rows.slice(0, limit), columns)
  if (rows.length > limit) hint(cli, `There are more than ${limit}. Show more with --limit.`)
}

export const listSlotsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List upload slots, newest first')
    .addOption(
      new Option('--state <state...>', 'List slots in these states')
        .choices(STATES)
        .default(['pending', 'expired'] as const),
    )
    .addOption(
      new Option('--limit <number>', 'List at most this many')
        .argParser(parsePositiveInteger)
        .default(100),
    )
    .addOption(createDataOption())
    .action((options) => runListSlots(cli, options))
