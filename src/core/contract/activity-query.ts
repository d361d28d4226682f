import { z } from 'zod'
import { parseTimestamp, type Micros } from '../clock.ts'
import { CatalogError } from '../errors.ts'
import { DEFAULT_ACTIVITY_LIMIT, MAX_ACTIVITY_LIMIT } from '../limits.ts'
import { EVENT_TYPES, type EventType } from '../model/event-types.ts'

/** As they stand; `parseActivityPage` reads them, with an answer of its own. */
export const activityQuery = z.object({
  before: z
    .string()
    .optional()
    .meta({
      format: 'date-time',
      description: 'Only events earlier than this: the timestamp of the last one that was read.',
      examples: ['2024-05-17T09:30:12.482913Z'],
    }),
  types: z
    .string()
    .optional()
    .meta({
      type: 'array',
      items: { type: 'string', enum: EVENT_TYPES },
      description: 'Only events of these types.',
      examples: [['comment', 'user_milestone']],
    }),
  limit: z.string().optional().meta({
    type: 'integer',
    minimum: 1,
    maximum: MAX_ACTIVITY_LIMIT,
    default: DEFAULT_ACTIVITY_LIMIT,
    description: 'How many at most.',
  }),
})

/** Which part of the activity feed is asked for. */
export interface ActivityPage {
  /** Only events earlier than this. */
  before?: Micros | undefined
  types: readonly EventType[]
  limit: number
}

/**
 * Reads `before`, `types` and `limit` as they stand in an address; blank is the same as absent.
 * @throws CatalogError kind `invalid` when `before` is no timestamp or `limit` no whole number
 */
export function parseActivityPage(given: z.infer<typeof activityQuery>): ActivityPage {
  return {
    before: parseBefore(given.before?.trim()),
    types: parseTypes(given.types?.trim()),
    limit: parseLimit(given.limit?.trim()),
  }
}

function parseBefore(text: string | undefined): Micros | undefined {
  if (!text) return undefined
  const moment = parseTimestamp(withPlus(text)) ?? parseTimestamp(`${text}Z`)
  if (moment !== undefined) return moment
  throw wrong('before', text, 'should be a timestamp such as 2026-03-01T12:00:00.000000Z')
}

/** The plus of `+02:00` arrives as a blank where it was not escaped. */
function withPlus(text: string): string {
  return text.replace(/(?<=T.*\d) (?=\d{2}:\d{2}$)/, '+')
}

function parseTypes(text: string | undefined): readonly EventType[] {
  if (!text) return EVENT_TYPES
  const names = new Set(text.split(',').map((name) => name.trim()))
  return EVENT_TYPES.filter((type) => names.has(type))
}

function parseLimit(text: string | undefined): number {
  if (!text) return DEFAULT_ACTIVITY_LIMIT
  if (!/^[+-]?\d+$/.test(text)) {
    throw wrong('limit', text, `should be a whole number from 1 to ${MAX_ACTIVITY_LIMIT}`)
  }
  return Math.min(Math.max(Number(text), 1), MAX_ACTIVITY_LIMIT)
}

function wrong(parameter: string, text: string, expected: string): CatalogError {
  const shown = JSON.stringify(text.slice(0, 60))
  return new CatalogError('invalid', `${parameter} ${expected}, not ${shown}.`)
}
