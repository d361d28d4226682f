import { Command, Option } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../core/base/clock.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog } from '../../host/with-catalog.ts'
import { parsePositiveInteger, parseDuration } from '../../options/option-parsers.ts'
import { readArguments } from '../../options/read-arguments.ts'
import { hint, print, printRecord } from '../../terminal/output.ts'

const STATES = ['pending', 'expired', 'cancelled', 'consumed'] as const

const listSlotsCommand: CommandFactory = (cli) =>
  new Command('list')
    .description('List upload slots, newest first')
    .addOption(
      new Option('--state <state...>', 'List slots in these states')
        .choices(STATES)
        .default(['pending', 'expired'] as const),
    )
    .option('--limit <number>', 'List at most this many', parsePositiveInteger, 100)
    .addOption(createDataOption())
    .action(async (options) => {
      const { listSlots } = await import('../../../core/queries/imports/slots.ts')
      const { incomingKey } = await import('../../../core/storage/keys.ts')
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
    })

const FIFTEEN_MINUTES = 15 * 60

const reapSlotsCommand: CommandFactory = (cli) =>
  new Command('reap')
    .description('Delete uploads of expired slots; the server does this an hour after expiry')
    .addOption(
      new Option('--older-than <duration>', 'Minimum time since the slot expired')
        .argParser(parseDuration)
        .default(FIFTEEN_MINUTES, '15m'),
    )
    .addOption(createDataOption())
    .action(async (options) => {
      const { reapSlots } = await import('../../../core/jobs/reap-slots.ts')
      const reaped = await withCatalog(cli, options, (catalog) =>
        reapSlots(catalog, options.olderThan),
      )
      printRecord(cli, { reaped })
    })

const cancelSlotsCommand: CommandFactory = (cli) =>
  new Command('cancel')
    .description('Cancel slots of any user and delete the files uploaded to them')
    .argument('<id...>', 'Slot ids, or - to read them from standard input')
    .addOption(createDataOption())
    .action(async (slotIds, options) => {
      const { cancelSlots } = await import('../../../core/writes/imports/cancel-slots.ts')
      const { runUseCase } = await import('../../../core/writes/run/run-use-case.ts')
      const words = await readArguments(cli, slotIds)
      const ids = [...new Set(words.map((id) => id.toLowerCase()))]
      const { result: ended } = await withCatalog(cli, options, (catalog, { hostUser }) =>
        runUseCase(catalog, cancelSlots, { actor: { hostUser }, request: { slot_ids: ids } }),
      )
      const rows = ended.map((id) => ({ id, state: 'cancelled' }))
      print(cli, rows, ['id', 'state'])
      const rest = ids.length - ended.length
      if (rest > 0)
        hint(cli, `${rest} not canceled: unknown, in use, consumed, or canceled before.`)
    })

export const slotCommands = createCommandGroup('slot', 'Manage upload slots', [
  listSlotsCommand,
  reapSlotsCommand,
  cancelSlotsCommand,
])
