import { z } from 'zod'

export const license = z
  .strictObject({
    id: z.int().meta({ examples: [2] }),
    name: z.string().meta({
      description: 'What an import calls it by, in any letter case.',
      examples: ['cc-by-4.0'],
    }),
    display_name: z.string().meta({ examples: ['CC BY 4.0'] }),
    permalink: z.string().meta({
      description: 'A page about it; may be empty.',
      examples: ['https://creativecommons.org/licenses/by/4.0/'],
    }),
  })
  .meta({ id: 'License', description: 'Terms of use that an image may have.' })

export type License = z.infer<typeof license>

export const licenses = z.array(license).describe('Every license, by name.')
