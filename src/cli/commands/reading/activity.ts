import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { MICROS_PER_SECOND, parseTimestamp, type Micros } from '../../../core/base/clock.ts'
import { EVENT_TYPES } from '../../../core/model/event-types.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parseDuration, parseInterval, parsePositiveInteger } from '../../options/option-parsers.ts'
import { isForPrograms, printParts } from '../../terminal/output.ts'
import type { ActivityEvent } from '../../reading/read-activity.ts'

const COLUMNS = ['timestamp', 'type', 'summary']

interface ActivityFlags {
  types?: string
  since?: string
  limit: number
  follow?: true
  interval: number
}

async function runActivity(cli: Cli, flags: ActivityFlags): Promise<void> {
  const { openReadingApi } = await import('../../reading/open-reading-api.ts')
  const { followFeed, readFeed, readSince, toEventRow } =
    await import('../../reading/read-activity.ts')
  const { requireStream } = await import('../../reading/follow.ts')
  const { types, limit } = flags
  const since = flags.since === undefined ? undefined : toTime(cli, flags.since)
  const api = await openReadingApi(cli)
  const print = (parts: AsyncIterable<ActivityEvent[]>): Promise<void> =>
    printParts(cli, toRows(parts), COLUMNS)
  async function* toRows(parts: AsyncIterable<ActivityEvent[]>) {
    for await (const events of parts) yield isForPrograms(cli) ? events : events.map(toEventRow)
  }
  if (!flags.follow) {
    return print(
      since === undefined ? readFeed(api, { types }, limit) : readSince(api, { types }, since),
    )
  }
  requireStream(cli)
  const from = since ?? cli.clock.now()
  await print(followFeed(cli, api, { types, since: from, intervalSeconds: flags.interval }))
}

/** @param text a timestamp or date, or a duration before now */
function toTime(cli: Cli, text: string): Micros {
  const time = parseTimestamp(text) ?? parseTimestamp(`${text}T00:00:00Z`)
  return time ?? cli.clock.now() - parseDuration(text) * MICROS_PER_SECOND
}

function parseSince(text: string): string {
  if (parseTimestamp(text) !== undefined || parseTimestamp(`${text}T00:00:00Z`) !== undefined) {
    return text
  }
  if (/^\d{1,6}[smhd]$/.test(text)) return text
  throw new InvalidArgumentError('Must be a time such as 2026-03-01T12:00:00Z, 2026-03-01 or 2h.')
}

/** The server ignores unknown types, so a misspelled one would be hard to notice. */
function parseTypes(text: string): string {
  const known: readonly string[] = EVENT_TYPES
  const names = text.split(',').map((name) => name.trim())
  if (names.every((name) => known.includes(name))) return names.join(',')
  throw new InvalidArgumentError(`Must be any of ${known.join(', ')}.`)
}

export const activityCommand: CommandFactory = (cli) =>
  new Command('activity')
    .description('Show the activity feed, the newest events first')
    .option('--types <names>', `Only these types: ${EVENT_TYPES.join(', ')}`, parseTypes)
    .option(
      '--since <time>',
      'All events since a time or a date, or of the last 2h or 7d',
      parseSince,
    )
    .addOption(
      new Option('--limit <number>', 'Greatest number of events')
        .default(20)
        .argParser(parsePositiveInteger)
        .conflicts(['since', 'follow']),
    )
    .option('--follow', 'Wait for new events, and print them as they occur')
    .option('--interval <seconds>', 'Time between two requests of --follow', parseInterval, 10)
    .action((flags) => runActivity(cli, flags))
