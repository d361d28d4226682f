import { z } from 'zod'
import type { ImageUpdate } from '../../core/contract/image-update.ts'
import { foldText } from '../../core/model/fold.ts'

/** What is read of `GET /api/v2/images/{id}/`. */
export const imageResponse = z.object({
  title: z.string(),
  original_date: z.string(),
  edtf_date: z.string(),
  original_url: z.string(),
  description: z.string(),
  creator: z.string(),
  reference_id: z.string().nullish(),
  license: z.object({ name: z.string() }).nullable(),
  rotation: z.number(),
  mirror: z.string(),
  subjects: z.array(z.object({ slug: z.string() })),
})
export type ImageResponse = z.infer<typeof imageResponse>

export type UpdateField = keyof ImageUpdate
type Value = string | number | string[] | null

/** One member of an image that is, or would be, changed. */
export interface Difference {
  field: UpdateField
  old: Value
  new: Value
}

/** How an image shows each member of an update; null where there is nothing. */
const CURRENT_VALUES: Record<UpdateField, (image: ImageResponse) => Value> = {
  title: (image) => image.title,
  original_date: (image) => image.original_date || null,
  edtf_date: (image) => image.edtf_date || null,
  source_url: (image) => image.original_url || null,
  description: (image) => image.description || null,
  creator: (image) => image.creator || null,
  reference_id: (image) => image.reference_id || null,
  license_name: (image) => image.license?.name ?? null,
  rotation: (image) => image.rotation,
  mirror: (image) => image.mirror,
  subjects: (image) => image.subjects.map(({ slug }) => slug),
}

/** The members of an update that the image does not have yet, in the order of the update. */
export function findDifferences(image: ImageResponse, wanted: ImageUpdate): Difference[] {
  return (Object.keys(wanted) as UpdateField[]).flatMap((field) => {
    const [old, now] = [CURRENT_VALUES[field](image), wanted[field] ?? null]
    return isEqual(field, old, now) ? [] : { field, old, new: now }
  })
}

/** The body that makes these changes. */
export function toPatchBody(differences: readonly Difference[]): ImageUpdate {
  return Object.fromEntries(differences.map(({ field, new: value }) => [field, value]))
}

/** Whether both say the same about the same members. */
export function hasSameOldValues(
  one: readonly Difference[],
  other: readonly Difference[],
): boolean {
  return other.every(({ field, old }) =>
    one.some((difference) => difference.field === field && isEqual(field, difference.old, old)),
  )
}

function isEqual(field: UpdateField, one: Value, other: Value): boolean {
  // A license is named in any letter case.
  if (field === 'license_name' && typeof one === 'string' && typeof other === 'string') {
    return foldText(one) === foldText(other)
  }
  return JSON.stringify(one) === JSON.stringify(other)
}

/** `title: "Bridge" → "Old bridge"` */
export function describeDifference({ field, old, new: now }: Difference): string {
  return `${field}: ${formatValue(old)} → ${formatValue(now)}`
}

function formatValue(value: Value): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '(blank)'
  if (typeof value === 'number') return String(value)
  return JSON.stringify(Array.isArray(value) ? value.join('|') : value)
}
