import { z } from 'zod'
import { MAX_PROSE, MAX_SLUG, MAX_SUBJECT_TITLE } from '../base/limits.ts'
import { parseItemId } from '../model/item-id.ts'
import { isSlug } from '../model/slug.ts'
import { PROBLEMS, toIssue } from '../base/problems/problem.ts'
import { requiredId } from './fields.ts'
import { previousValues } from './previous-values.ts'
import { requiredSlug } from './slug.ts'
import { subject } from './subject.ts'
import { optionalProse, optionalText, requiredText } from './text-fields.ts'

const itemId = requiredText().transform((text, context) => {
  const id = parseItemId(text)
  if (id !== undefined) return id
  context.addIssue(toIssue(['not_an_item', 'Q42']))
  return z.NEVER
})

const slug = optionalText(MAX_SLUG).pipe(
  z
    .string()
    .refine((text) => isSlug(text), PROBLEMS.not_a_slug)
    .optional(),
)

/** A subject that an administrator adds. Without a slug, it is derived from the title. */
export const newSubject = z.object({
  item: itemId,
  title: requiredText(MAX_SUBJECT_TITLE),
  slug,
  /** Null to show the description of the item. */
  description: optionalProse(MAX_PROSE).transform((text) => text ?? null),
  /** Label and description of the item. */
  item_title: optionalText(MAX_SUBJECT_TITLE),
  item_description: optionalProse(MAX_PROSE).transform((text) => text ?? ''),
})

export type NewSubject = z.output<typeof newSubject>

/** Changes of a subject; absent members stay as they are. */
export const subjectEdit = z.object({
  title: requiredText(MAX_SUBJECT_TITLE)
    .optional()
    .meta({ examples: ['Town hall'] }),
  slug: requiredSlug()
    .optional()
    .meta({ examples: ['town-hall'] }),
  /** Blank or null to show the description of the item. */
  description: z
    .union([z.undefined(), optionalProse(MAX_PROSE).transform((text) => text ?? null)])
    .optional()
    .meta({
      type: ['string', 'null'],
      description: 'Null or blank to show the description of the Wikidata item.',
      examples: ['Seat of the council since 1450.'],
    }),
})

export type SubjectEdit = z.output<typeof subjectEdit>

/** Body of `PATCH /api/v2/subjects/{id}/`. */
export const subjectUpdate = subjectEdit
  .extend({ previous: previousValues(subject, { title: true, slug: true, description: true }) })
  .meta({ id: 'SubjectUpdate', description: 'Members of a subject to change.' })

export type SubjectUpdate = z.output<typeof subjectUpdate>

/** Body of `POST /api/v2/subjects/{id}/merge/`. */
export const subjectMerge = z
  .object({
    into: requiredId().meta({ description: 'Id of the subject that stays.', examples: [7] }),
  })
  .meta({ id: 'SubjectMerge', description: 'A subject to merge another one into.' })
