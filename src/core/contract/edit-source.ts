import { z } from 'zod'
import { MAX_PAGE_SIZE } from '../base/limits.ts'
import { boundedList } from './bounded-list.ts'
import { collection } from './collection.ts'
import { optionalBoolean, requiredId } from './fields.ts'
import { newCollection } from './new-collection.ts'
import { storedSource } from './new-source.ts'
import { previousValues } from './previous-values.ts'
import { source } from './source.ts'
import { REQUIRED } from './text-fields.ts'
import { timestamp } from './timestamp.ts'

/** Members of a source to change. Absent members stay unchanged; a blank `url` or `description` is cleared. */
export const sourceEdit = storedSource
  .pick({ name: true, slug: true, url: true, description: true })
  .partial()

export type SourceEdit = z.output<typeof sourceEdit>

/** The same for a collection. */
export const collectionEdit = newCollection
  .pick({ name: true, slug: true, url: true, description: true })
  .partial()

export type CollectionEdit = z.output<typeof collectionEdit>

const NAMES = { name: true, slug: true, url: true, description: true, public: true } as const

/** Body of `PATCH /api/v2/sources/{id}/`. */
export const sourceUpdate = sourceEdit
  .extend({
    public: optionalBoolean().meta({
      type: 'boolean',
      description: 'Whether the source is visible to everyone.',
      examples: [true],
    }),
    previous: previousValues(source, NAMES),
  })
  .meta({ id: 'SourceUpdate', description: 'Members of a source to change.' })

export type SourceUpdate = z.output<typeof sourceUpdate>

/** Body of `PATCH /api/v2/collections/{id}/`. */
export const collectionUpdate = collectionEdit
  .extend({
    public: optionalBoolean().meta({
      type: 'boolean',
      description: 'Whether the collection is visible to everyone who can see its source.',
      examples: [true],
    }),
    previous: previousValues(collection, NAMES),
  })
  .meta({ id: 'CollectionUpdate', description: 'Members of a collection to change.' })

export type CollectionUpdate = z.output<typeof collectionUpdate>

/** Body of `POST /api/v2/collections/{id}/move/`. */
export const collectionMove = z
  .object({ source: requiredId().describe('Id of the source that it belongs to from now on.') })
  .meta({ id: 'CollectionMove', description: 'Where to move a collection with its images.' })

export type CollectionMove = z.output<typeof collectionMove>

/** Response of `POST /api/v2/collections/{id}/announce/`. */
export const announcement = z
  .strictObject({ collection_id: z.int().meta({ examples: [3] }), announced_at: timestamp })
  .meta({ id: 'Announcement', description: 'A collection that the activity feed announces.' })

export type Announcement = z.infer<typeof announcement>

/** Body of `PUT /api/v2/collections/{id}/images/`. */
export const imageOrder = z
  .object({
    order: boundedList(requiredId(), {
      min: 1,
      max: MAX_PAGE_SIZE,
      error: ({ input }) => (input === undefined || input === null ? REQUIRED : 'Expected a list.'),
    })
      .refine((ids) => new Set(ids).size === ids.length, 'Each image may be listed only once.')
      .meta({
        type: 'array',
        items: { type: 'integer' },
        description: 'Ids of images of the collection. They exchange the places that they have.',
        examples: [[12, 11, 13]],
      }),
  })
  .meta({ id: 'ImageOrder', description: 'Images of a collection in their new order.' })

export type ImageOrder = z.output<typeof imageOrder>

/** Response of `PUT /api/v2/collections/{id}/images/`. */
export const orderedImages = z
  .strictObject({
    moved: z.int().meta({ description: 'Number of images with another place.', examples: [2] }),
  })
  .meta({ id: 'OrderedImages', description: 'What a new order changed.' })

export type OrderedImages = z.infer<typeof orderedImages>
