import { z } from 'zod'
import { parseTimestamp, type Micros } from '../base/clock.ts'
import {
  DEFAULT_PAGE_SIZE,
  MAX_COUNTED_CONTRIBUTIONS,
  MAX_LISTED_CONTRIBUTIONS,
  MAX_PAGE_SIZE,
  MAX_SUSPENSION_REASON,
} from '../base/limits.ts'
import { CONTRIBUTION_KINDS } from '../model/contribution-kinds.ts'
import { flag, trimmedText } from './list-query.ts'
import { clampedInteger } from './number-parameters.ts'
import { optionalProse, REQUIRED } from './text-fields.ts'
import { timestamp } from './timestamp.ts'

export const newSuspension = z
  .object({
    reason: optionalProse(MAX_SUSPENSION_REASON).meta({
      description: 'Why, for the user and for staff.',
      examples: ['Places images at random.'],
    }),
  })
  .meta({ id: 'NewSuspension', description: 'Why a user is suspended.' })
export type NewSuspension = z.output<typeof newSuspension>

export const suspension = z
  .strictObject({
    user_id: z.int().meta({ description: 'Id of the suspended user.', examples: [1201] }),
    suspended_by: z
      .int()
      .nullable()
      .meta({
        description: 'Id of the moderator. Null if the user was suspended on the host.',
        examples: [1815],
      }),
    suspended_at: timestamp,
    reason: z.string().meta({
      description: 'Empty if none was given.',
      examples: ['Places images at random.'],
    }),
  })
  .meta({ id: 'Suspension', description: 'A user who can read, but not change anything.' })
export type Suspension = z.infer<typeof suspension>

const counted = (what: string, example: number) =>
  z.int().meta({ description: `Number of ${what}.`, examples: [example] })

const contributionCounts = {
  point_georeferences: counted('point georeferences', 3),
  from_above_georeferences: counted('area georeferences', 0),
  validations: counted('validations', 1),
  comments: counted('comments', 2),
  tags: counted('tags', 0),
  removed_tags: counted('tags removed from images and not added again by others', 0),
  tag_orders: counted('images whose subjects were put into another order', 0),
  subjects: counted('subjects added and not used by others', 0),
}

export const sinceQuery = z.object({
  since: z
    .string(REQUIRED)
    .transform((text, context): Micros => {
      const time = parseTimestamp(text.trim())
      if (time === undefined) context.addIssue('Enter a time with a time zone.')
      return time ?? 0
    })
    .meta({
      type: 'string',
      format: 'date-time',
      description: 'Only contributions from this time on.',
      examples: ['2024-05-17T09:30:12.482913Z'],
    }),
})

const TAG_KINDS: readonly string[] = ['tag', 'removed_tag']
const OTHER_KINDS = CONTRIBUTION_KINDS.filter((kind) => !TAG_KINDS.includes(kind))

const ID = '[1-9]\\d{0,14}'

/** Strict, because a contribution that is not recognized would be reverted. */
const NAME = new RegExp(
  `^(?:${OTHER_KINDS.join('|')}|(?:${TAG_KINDS.join('|')})-${ID})-${ID}$`,
  'v',
)

/** The most contributions that a revert leaves out. */
const MAX_KEPT = 200

export const revertQuery = z.object({
  ...sinceQuery.shape,
  keep: z
    .string()
    .optional()
    .transform((text, context) => {
      const names = text?.split(',').filter((name) => name !== '')
      if (names && (names.length > MAX_KEPT || !names.every((name) => NAME.test(name))))
        context.addIssue(
          `Enter at most ${MAX_KEPT} names of contributions, such as comment-12 or tag-3-12, with commas.`,
        )
      return names
    })
    .meta({
      type: 'string',
      description:
        'Contributions to leave as they are: `kind-id` each, with commas; of tags `kind-id-image_id`. A subject stays if one of its tags does.',
      examples: ['comment-12,tag-3-12'],
    }),
})

export const contributionsPreview = z
  .strictObject({
    ...contributionCounts,
    results: z
      .array(
        z.strictObject({
          kind: z.enum(CONTRIBUTION_KINDS),
          id: z.int().meta({
            description:
              'Of a tag or a removed tag, the id of the subject; of an order of tags, that of the change.',
            examples: [31],
          }),
          image_id: z
            .int()
            .nullable()
            .meta({ description: 'Null for a subject.', examples: [12] }),
          created_at: timestamp,
        }),
      )
      .describe(`The newest ones, at most ${MAX_LISTED_CONTRIBUTIONS}.`),
  })
  .meta({
    id: 'ContributionsPreview',
    description: `Contributions of a user. Each count is at most ${MAX_COUNTED_CONTRIBUTIONS}.`,
  })
export type ContributionsPreview = z.infer<typeof contributionsPreview>

export const revertedContributions = z
  .strictObject({
    ...contributionCounts,
    complete: z
      .boolean()
      .describe(
        'False if some are left: the same request with `Batch-Id` reverts them as changes of the same batch.',
      ),
    batch: z
      .uuid()
      .describe('The batch of the changes that this request made. It can be reverted as one.'),
  })
  .meta({ id: 'RevertedContributions', description: 'What a request reverted.' })

export const peopleQuery = z.object({
  name: trimmedText.describe(
    'Return only users whose names begin with this, regardless of case: one page, by name.',
  ),
  suspended: flag.describe('Return only suspended users, the latest suspension first.'),
  after: z.string().optional().describe('Where the page starts, as in `next`.'),
  limit: clampedInteger({ min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE }).describe(
    'Maximum number of users.',
  ),
})

export const person = z
  .strictObject({
    id: z.int().meta({ examples: [1201] }),
    username: z.string().meta({ examples: ['grace'] }),
    is_staff: z.boolean().meta({ examples: [false] }),
    suspended_at: timestamp.nullable().describe('Null if the user is not suspended.'),
    georeferences: z.int().meta({
      description: 'Number of georeferences of both kinds, of hidden images too.',
      examples: [3],
    }),
  })
  .meta({ id: 'Person', description: 'A user as staff see them.' })
export type Person = z.infer<typeof person>

export const peoplePage = z
  .strictObject({
    next: z
      .url()
      .nullable()
      .meta({ description: 'URL of the next page. Null on the last page.', examples: [null] }),
    results: z.array(person),
  })
  .meta({ id: 'PeoplePage', description: 'Users, those who signed in first most recently first.' })
export type PeoplePage = z.infer<typeof peoplePage>
