import { z } from 'zod'
import type { Micros } from '../base/clock.ts'
import { CatalogError } from '../base/errors.ts'
import { DEFAULT_ACTIVITY_LIMIT, MAX_ACTIVITY_LIMIT } from '../base/limits.ts'
import { EVENT_TYPES, type EventType } from '../model/event-types.ts'
import { parseTime } from './timestamp.ts'

/** Query of the activity feed, as raw text. `parseActivityPage` reports errors in the form that clients expect. */
export const activityQuery = z.object({
  before: z
    .string()
    .optional()
    .meta({
      format: 'date-time',
      description:
        'Return only events before this time. To get the next page, pass the `timestamp` of the last event.',
      examples: ['2024-05-17T09:30:12.482913Z'],
    }),
  types: z
    .string()
    .optional()
    .meta({
      type: 'array',
      items: { type: 'string', enum: EVENT_TYPES },
      description: 'Return only events of these types; all types by default.',
      examples: [['comment', 'user_milestone']],
    }),
  limit: z.string().optional().meta({
    type: 'integer',
    minimum: 1,
    maximum: MAX_ACTIVITY_LIMIT,
    default: DEFAULT_ACTIVITY_LIMIT,
    description: 'Maximum number of events.',
  }),
})

/** The requested page of the activity feed. */
export interface ActivityPageRequest {
  /** Return only events earlier than this. */
  before?: Micros | undefined
  types: readonly EventType[]
  limit: number
}

/**
 * Parses `before`, `types` and `limit` from a query string. A blank value counts as absent.
 * @throws CatalogError kind `invalid` if `before` is not a timestamp or `limit` is not an integer
 */
export function parseActivityPage(given: z.infer<typeof activityQuery>): ActivityPageRequest {
  return {
    before: parseBefore(given.before?.trim()),
    types: parseTypes(given.types?.trim()),
    limit: parseLimit(given.limit?.trim()),
  }
}

function parseBefore(text: string | undefined): Micros | undefined {
  if (!text) return undefined
  const time = parseTime(text)
  if (time !== undefined) return time
  throw invalidParameter(
    'before',
    text,
    'should be a timestamp such as 2026-03-01T12:00:00.000000Z',
  )
}

function parseTypes(text: string | undefined): readonly EventType[] {
  if (!text) return EVENT_TYPES
  const names = new Set(text.split(',').map((name) => name.trim()))
  return EVENT_TYPES.filter((type) => names.has(type))
}

function parseLimit(text: string | undefined): number {
  if (!text) return DEFAULT_ACTIVITY_LIMIT
  if (!/^[+-]?\d+$/.test(text)) {
    throw invalidParameter(
      'limit',
      text,
      `should be a whole number from 1 to ${MAX_ACTIVITY_LIMIT}`,
    )
  }
  return Math.min(Math.max(Number(text), 1), MAX_ACTIVITY_LIMIT)
}

function invalidParameter(parameter: string, text: string, expected: string): CatalogError {
  const shown = JSON.stringify(text.slice(0, 60))
  return new CatalogError('invalid', `${parameter} ${expected}, not ${shown}.`)
}
