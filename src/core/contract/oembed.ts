import { z } from 'zod'

/** The largest side that a client can ask for, in CSS pixels. */
const MAX_SIDE = 10_000

const side = z.coerce
  .number('Enter a whole number.')
  .int('Enter a whole number.')
  .min(1, 'Enter a number of 1 or more.')
  .transform((pixels) => Math.min(pixels, MAX_SIDE))
  .optional()

export const oembedQuery = z.object({
  url: z
    .string('Enter the URL of an image page.')
    .max(2000, 'Enter at most 2,000 characters.')
    .meta({ description: 'URL of the page of an image.', examples: ['https://example.org/12/'] }),
  maxwidth: side.meta({ type: 'integer', description: 'Largest width in CSS pixels.' }),
  maxheight: side.meta({ type: 'integer', description: 'Largest height in CSS pixels.' }),
  format: z
    .string()
    .default('json')
    .meta({ enum: ['json'], description: 'Format of the response. Only `json` is available.' }),
})

export const oembed = z
  .strictObject({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    title: z.string().meta({ examples: ['The bridge from the wharf'] }),
    author_name: z.string().optional().meta({ description: 'Creator of the image, if known.' }),
    provider_name: z.string().meta({ description: 'Name of the site.', examples: ['Old views'] }),
    provider_url: z
      .string()
      .meta({ description: 'URL of the home page.', examples: ['https://example.org/'] }),
    html: z.string().meta({
      description: 'A frame that shows the image with its credit.',
      examples: ['<iframe src="https://example.org/12/embed/" width="640" height="480"></iframe>'],
    }),
    width: z.int().meta({ description: 'Width of the frame in CSS pixels.', examples: [640] }),
    height: z.int().meta({ description: 'Height of the frame in CSS pixels.', examples: [480] }),
    thumbnail_url: z.string().optional(),
    thumbnail_width: z.int().optional(),
    thumbnail_height: z.int().optional(),
  })
  .meta({ id: 'Oembed', description: 'How to embed an image in another page, as in oEmbed 1.0.' })

export type Oembed = z.infer<typeof oembed>
