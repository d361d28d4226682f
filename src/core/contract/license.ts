import { z } from 'zod'

export const license = z
  .strictObject({
    id: z.int().meta({ examples: [2] }),
    name: z.string().meta({
      description: 'Name that imports use, ignoring case.',
      examples: ['cc-by-4.0'],
    }),
    display_name: z.string().meta({ examples: ['CC BY 4.0'] }),
    permalink: z.string().meta({
      description: 'URL of a page about the license. May be empty.',
      examples: ['https://creativecommons.org/licenses/by/4.0/'],
    }),
  })
  .meta({ id: 'License', description: 'A license or rights statement of images.' })

export type License = z.infer<typeof license>

export const licenses = z.array(license).describe('All licenses, sorted by name.')
