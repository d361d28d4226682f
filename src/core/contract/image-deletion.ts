import { z } from 'zod'

const counted = (what: string) => z.int().meta({ description: `Number of ${what}.`, examples: [2] })

export const imageDeletion = z
  .strictObject({
    id: z.int().meta({ examples: [12] }),
    title: z.string().meta({ examples: ['Market square'] }),
    deleted: z.boolean().meta({
      description: 'Whether the image has been deleted already, as the audit log shows.',
      examples: [false],
    }),
    duplicates: z.array(z.int()).meta({
      description: 'Ids of the images that duplicate it, which must be deleted first.',
      examples: [[]],
    }),
    georeferences: counted('point georeferences'),
    from_above_georeferences: counted('from-above georeferences'),
    validations: counted('validations'),
    comments: counted('comments'),
    subjects: counted('subjects that it is tagged with'),
    embeddings: counted('embeddings'),
    files: counted('stored files'),
    bytes: z.int().meta({ description: 'Size of the stored files.', examples: [1048576] }),
  })
  .meta({ id: 'ImageDeletion', description: 'What the deletion of an image deletes.' })

export type ImageDeletion = z.infer<typeof imageDeletion>
