import { z } from 'zod'
import { MICROS_PER_SECOND, parseTimestamp, type Micros } from '../../core/base/clock.ts'
import { CatalogError } from '../../core/base/errors.ts'
import type { Api } from '../client/api.ts'
import type { Cli } from '../cli.ts'
import { follow } from './follow.ts'

/** An event. It is printed with all its members, also those of newer instances. */
const event = z.looseObject({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({}),
})
export type ActivityEvent = z.infer<typeof event>
const feed = z.array(event)

const PAGE_SIZE = 100

export interface ActivityQuery {
  /** Comma-separated event types; all types by default. */
  types?: string | undefined
}

/** Reads the feed from the newest event to the oldest one. */
export async function* readFeed(
  api: Api,
  { types }: ActivityQuery,
  limit: number,
): AsyncGenerator<ActivityEvent[]> {
  let before: string | undefined
  for (let left = limit; left > 0;) {
    const size = Math.min(left, PAGE_SIZE)
    const query = new URLSearchParams({
      limit: String(size),
      ...(types !== undefined && { types }),
      ...(before !== undefined && { before }),
    })
    const events = await api.get(`/api/v2/activity/?${query.toString()}`, feed)
    yield events
    const last = events.at(-1)?.timestamp
    // A faulty server that ignores `before` must not keep the program reading.
    if (events.length < size || last === before) return
    before = last
    left -= events.length
  }
}

/** Reads all events later than a time, newest first. */
export async function* readSince(
  api: Api,
  query: ActivityQuery,
  since: Micros,
): AsyncGenerator<ActivityEvent[]> {
  for await (const events of readFeed(api, query, Infinity)) {
    const later = events.filter(({ timestamp }) => toMicros(timestamp) > since)
    yield later
    if (later.length < events.length) return
  }
}

export interface FollowOptions extends ActivityQuery {
  /** The first events are those later than this. */
  since: Micros
  intervalSeconds: number
}

/** Events may be recorded a little later than their time says. */
const OVERLAP = 60 * MICROS_PER_SECOND

/**
 * Polls the feed, and yields new events in the order of their times, until Ctrl-C. Each poll reads back to a minute
 * before the newest known event, so that none is missed. An event is identified by its time, which is unique.
 */
export function followFeed(
  cli: Cli,
  api: Api,
  options: FollowOptions,
): AsyncGenerator<ActivityEvent[]> {
  let newest = options.since
  let known = new Set<string>()
  return follow(cli, options.intervalSeconds, async function* () {
    const from = Math.max(newest - OVERLAP, options.since)
    const recent = (await Array.fromAsync(readSince(api, options, from))).flat().toReversed()
    yield recent.filter(({ timestamp }) => !known.has(timestamp))
    known = new Set(recent.map(({ timestamp }) => timestamp))
    newest = Math.max(newest, ...recent.slice(-1).map(({ timestamp }) => toMicros(timestamp)))
  })
}

/** Returns the time of a timestamp of the API. */
function toMicros(timestamp: string): Micros {
  const time = parseTimestamp(timestamp)
  if (time !== undefined) return time
  throw new CatalogError('unavailable', `The instance sent the invalid time ${timestamp}.`, {
    code: 'not_understood',
  })
}

/** Tells in one line what happened. */
function describeEvent({ type, data }: ActivityEvent): string {
  const text = (member: string): string => {
    const value = data[member]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : 'unknown'
  }
  const describe: Record<string, () => string> = {
    georeference_group: () => `${text('user')} georeferenced, ${text('count')} in all`,
    comment: () => `${text('user')} on ${text('image_title')}: ${text('text')}`,
    user_milestone: () => `${text('user')} reached ${text('count')} georeferences`,
    sitewide_milestone: () => `The community reached ${text('count')} georeferences`,
    subject_introduction: () => `${text('subject_title')} was used for the first time`,
    subject_activity_group: () =>
      `${text('user')} ${text('action')} ${text('subject_title')}, ${text('count')} in all`,
    collection_introduction: () => `${text('collection_name')} was announced`,
  }
  return describe[type]?.() ?? ''
}

/** Converts an event to the row of a table. */
export function toEventRow(event: ActivityEvent) {
  const { timestamp, type } = event
  return { timestamp, type, summary: describeEvent(event) }
}
