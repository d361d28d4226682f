import { z, type ZodType } from 'zod'
import { MAX_SCALE } from '../base/limits.ts'
import { optionalBoolean, optionalId, requiredId } from './fields.ts'
import { importCommit } from './import.ts'
import { optionalText } from './text-fields.ts'

const commit = importCommit.shape

/** An optional member. Null or a blank string clears it. */
function clearable<Value>(schema: ZodType<Value | undefined>) {
  return schema.transform((value) => value ?? null).optional()
}

/**
 * Corrections by importers: any members of a commit, by the same rules. Absent members stay
 * unchanged. Null or a blank string clears an optional member and is an error for a required one.
 */
export const imageUpdate = z.object({
  title: commit.title.optional(),
  original_date: commit.original_date.optional(),
  edtf_date: commit.edtf_date.optional(),
  source_url: clearable(commit.source_url),
  description: clearable(commit.description),
  creator: clearable(commit.creator),
  reference_id: clearable(commit.reference_id),
  archive_position: clearable(commit.archive_position),
  license_name: clearable(commit.license_name),
  rotation: commit.rotation.optional(),
  mirror: commit.mirror.optional(),
  subjects: z.preprocess((slugs) => (slugs === '' ? null : slugs), commit.subjects).optional(),
})
export type ImageUpdate = z.output<typeof imageUpdate>

/** Members that only moderators change. */
const moderation = {
  from_above: optionalBoolean().meta({
    type: 'boolean',
    description: 'Whether the image was taken from above. For moderators only.',
    examples: [true],
  }),
  will_not_georef: optionalBoolean().meta({
    type: 'boolean',
    description: 'Whether the image is not to be georeferenced. For moderators only.',
    examples: [false],
  }),
  duplicate_of: optionalId()
    .optional()
    .meta({
      type: ['integer', 'null'],
      description:
        'Id of the image that this one duplicates; null if it is no duplicate. For moderators only.',
      examples: [null],
    }),
  scale: clearable(optionalText(MAX_SCALE)).meta({
    type: ['string', 'null'],
    description: 'Scale of a map, such as `1:25000`. Null clears it. For moderators only.',
    examples: ['1:25000'],
  }),
  order: optionalId()
    .optional()
    .meta({
      type: ['integer', 'null'],
      description: 'Position in the collection; null sorts by id. For moderators only.',
      examples: [3],
    }),
  collection: requiredId()
    .optional()
    .meta({
      type: 'integer',
      description: 'Id of the collection that the image moves to. For moderators only.',
      examples: [3],
    }),
}

/** Names of the members that only moderators change. */
export const MODERATION_MEMBERS = Object.keys(moderation)

/** Body of `PATCH /api/v2/images/{id}/`. */
export const imageCorrection = imageUpdate.extend(moderation).meta({
  id: 'ImageUpdate',
  description: 'Members of an image to change. Null clears an optional member.',
})
export type ImageCorrection = z.output<typeof imageCorrection>

/** The same for values that an image had: dumps also have images without dates, and any order. */
export const storedImage = imageCorrection.extend({
  original_date: commit.original_date.nullish(),
  edtf_date: commit.edtf_date.nullish(),
  order: z.int().nullish(),
})
export type StoredImage = z.output<typeof storedImage>
