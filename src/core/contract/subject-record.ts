import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../base/limits.ts'
import { flag, trimmedText } from './list-query.ts'
import { clampedInteger, optionalNumber } from './number-parameters.ts'
import { cursorPage } from './paginated.ts'

export const subjectRecordQuery = z.object({
  title: trimmedText.describe('Return only subjects whose titles contain this.'),
  tagged: flag.describe('Return only subjects of images (true), or of none (false).'),
  outlined: flag.describe('Return only subjects with an outline (true), or without (false).'),
  after: optionalNumber.describe('Return only subjects that follow the one with this id.'),
  limit: clampedInteger({ min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE }).describe(
    'Maximum number of subjects.',
  ),
})

const counted = (what: string) => z.int().meta({ description: `Number of ${what}.`, examples: [3] })

export const subjectRecord = z
  .strictObject({
    id: z.int().meta({ examples: [7] }),
    item: z.string().meta({ description: 'Id of the Wikidata item.', examples: ['Q1137345'] }),
    slug: z.string().meta({ examples: ['town-hall'] }),
    title: z.string().meta({ examples: ['Town hall'] }),
    description: z
      .string()
      .nullable()
      .meta({
        description: 'Null if the description of the item is shown.',
        examples: ['Seat of the council since 1450.'],
      }),
    item_title: z.string().meta({ examples: ['Town hall'] }),
    item_description: z.string().meta({ examples: ['seat of a town’s government'] }),
    images: counted('images, hidden ones too'),
    public_images: counted('images that everyone sees'),
    geometries: counted('geometries of its outline'),
  })
  .meta({ id: 'SubjectRecord', description: 'A subject as staff see it, also without images.' })

export type SubjectRecord = z.infer<typeof subjectRecord>

export const subjectRecordPage = cursorPage(subjectRecord, {
  id: 'SubjectRecordPage',
  description: 'Subjects by title, also those without images.',
})
