import { z, type ZodType } from 'zod'
import { importCommit } from './import.ts'

const commit = importCommit.shape

/** An optional member. Null or a blank string clears it. */
function clearable<Value>(schema: ZodType<Value | undefined>) {
  return schema.transform((value) => value ?? null).optional()
}

/**
 * Body of `PATCH /api/v2/images/{id}/`: any members of a commit, by the same rules. Absent members stay
 * unchanged. Null or a blank string clears an optional member and is an error for a required one.
 */
export const imageUpdate = z
  .object(
    {
      title: commit.title.optional(),
      original_date: commit.original_date.optional(),
      edtf_date: commit.edtf_date.optional(),
      source_url: clearable(commit.source_url),
      description: clearable(commit.description),
      creator: clearable(commit.creator),
      reference_id: clearable(commit.reference_id),
      license_name: clearable(commit.license_name),
      rotation: commit.rotation.optional(),
      mirror: commit.mirror.optional(),
      subjects: z.preprocess((slugs) => (slugs === '' ? null : slugs), commit.subjects).optional(),
    },
    'Invalid data. Expected an object.',
  )
  .meta({
    id: 'ImageUpdate',
    description: 'Members of an image to change. Null clears an optional member.',
  })
export type ImageUpdate = z.output<typeof imageUpdate>
