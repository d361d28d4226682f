import { z } from 'zod'

const itemId = z.string().meta({ examples: ['Q1137345'] })

const item = {
  uri: z.string().meta({ examples: ['http://www.wikidata.org/entity/Q1137345'] }),
  title: z.string().meta({ examples: ['Town hall'] }),
  description: z.string().meta({ examples: ['seat of a town’s government'] }),
}

export const subjectSummary = z
  .strictObject({
    id: z.int().meta({ examples: [7] }),
    title: z.string().meta({ examples: ['Town hall'] }),
    slug: z.string().meta({ examples: ['town-hall'] }),
    kb: z
      .strictObject({ kb_id: itemId, ...item })
      .describe('The item in the knowledge base that it is linked to.'),
    wikidata: z
      .strictObject({ wikidata_id: itemId, ...item })
      .describe('The same item under the names that older clients know.'),
  })
  .meta({ id: 'SubjectSummary', description: 'What an image says about something that it shows.' })

export type SubjectSummary = z.infer<typeof subjectSummary>
