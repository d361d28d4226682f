import { z } from 'zod'

/** A subject as an image's detail form tells of it. */
export const subjectSummary = z.strictObject({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  kb: z.strictObject({
    kb_id: z.string(),
    uri: z.string(),
    title: z.string(),
    description: z.string(),
  }),
  /** The same item under the names that older clients know. */
  wikidata: z.strictObject({
    wikidata_id: z.string(),
    uri: z.string(),
    title: z.string(),
    description: z.string(),
  }),
})

export type SubjectSummary = z.infer<typeof subjectSummary>
