import { z } from 'zod'
import { GEOREFERENCE_STATUSES } from '../model/georeference-status.ts'
import { collectionSummary } from './collection.ts'
import { fromAboveGeoreference, pointGeoreference } from './georeference.ts'
import { license } from './license.ts'
import { DEFAULT_IMAGE_ORDER, IMAGE_ORDERS } from '../model/orders.ts'
import { encodedList } from './encoded-list.ts'
import {
  anyOf,
  flag,
  idList,
  modifiedSince,
  trimmedText,
  orderingBy,
  pageQuery,
  subjectRefs,
  yearMax,
  yearMin,
} from './list-query.ts'
import { paginated } from './paginated.ts'
import { subjectSummary } from './subject.ts'
import { timestamp } from './timestamp.ts'
import { PROCESSING_STATES } from '../model/processing.ts'
import { MIRRORS, ROTATIONS } from './transform.ts'

const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Only importers and moderators see these members. An importer matches images to the rows of a manifest with them. */
const importerFields = {
  archive_position: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'Where the archive states that the camera stood: latitude, longitude and, if known, direction in degrees. Null if it does not. For importers and moderators only.',
      examples: ['52.374, 4.8896, 118.5'],
    }),
  reference_id: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'The archive’s own reference. Null if there is none. For importers and moderators only.',
      examples: ['A-0017'],
    }),
  sha256: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'SHA-256 of the original file in hexadecimal. Null if there is no file. For importers and moderators only.',
      examples: [SHA256],
    }),
  processing: z
    .enum(PROCESSING_STATES)
    .nullable()
    .optional()
    .meta({
      description:
        'Processing state of the current file. Null if there is no file. For importers and moderators only.',
      examples: ['damaged'],
    }),
  processing_reason: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'Reason why the state is `damaged` or `failed`. Null in other states. For importers and moderators only.',
      examples: ['The picture file is damaged (premature end of JPEG image).'],
    }),
}

export const image = z
  .strictObject({
    id: z.int().meta({ examples: [12] }),
    title: z.string().meta({ examples: ['Market square'] }),
    thumbnail: z
      .url()
      .nullable()
      .meta({
        description: 'URL of a small JPEG. Null until it is generated.',
        examples: [
          'https://catalog.example.org/media/derivatives/12/q3nVbZ0pT4yXw7Le/thumbnail.jpg',
        ],
      }),
    creator: z
      .string()
      .meta({ description: 'Photographer or artist. Empty if unknown.', examples: ['A. Painter'] }),
    original_date: z
      .string()
      .meta({ description: 'The date as the archive recorded it.', examples: ['about 1905'] }),
    date_display: z.string().meta({ description: 'The date in words.', examples: ['c. 1905'] }),
    from_above: z
      .boolean()
      .describe(
        'Whether the image was taken from above. Such images are georeferenced by an area.',
      ),
    duplicate_of: z
      .int()
      .nullable()
      .meta({
        description: 'Id of the image that this one duplicates. Null if it is not a duplicate.',
        examples: [null],
      }),
    collection: collectionSummary,
    georeference_status: z.enum(GEOREFERENCE_STATUSES),
    detail_url: z.url().meta({
      description: 'URL of the complete image record.',
      examples: ['https://catalog.example.org/api/v2/images/12/'],
    }),
    ...importerFields,
  })
  .meta({ id: 'Image', description: 'An image in a list.' })

export type Image = z.infer<typeof image>

export const imageList = paginated(image, 'ImageList')

export const comment = z
  .strictObject({
    id: z.int().meta({ examples: [5] }),
    text: z.string().meta({ examples: ['The tower burnt down in 1912.'] }),
    commented_by: z.string().meta({ examples: ['grace'] }),
    created_at: timestamp,
  })
  .meta({ id: 'Comment', description: 'A comment on an image.' })

export type Comment = z.infer<typeof comment>

export const imageDetail = z
  .strictObject({
    ...image.shape,
    permalink: z
      .url()
      .nullable()
      .meta({
        description: 'URL of the image file. Null if there is no file.',
        examples: ['https://catalog.example.org/media/images/12/original.jpg'],
      }),
    original_url: z.string().meta({
      description: 'URL of the image at the archive that it comes from. May be empty.',
      examples: ['https://archive.example.org/albums/3/17'],
    }),
    description: z.string().meta({ examples: ['Looking east, on a market day.'] }),
    license: license.omit({ id: true }).nullable().describe('Null if no license is known.'),
    edtf_date: z
      .string()
      .meta({ description: 'The date in EDTF. Empty if unknown.', examples: ['1905~'] }),
    subjects: z.array(subjectSummary).describe('Subjects of the image, in the order of tagging.'),
    scale: z
      .string()
      .nullable()
      .meta({
        description: 'Scale of a map, such as `1:25000`. Null if unknown.',
        examples: [null],
      }),
    mirror: z
      .enum(MIRRORS)
      .describe(
        '`h` swaps left and right, `v` swaps top and bottom, `none`; applied before the rotation.',
      ),
    rotation: z
      .literal(ROTATIONS)
      .describe('Clockwise rotation to apply after mirroring, in degrees.'),
    georeferences: z.array(pointGeoreference).describe('Camera positions, oldest first.'),
    from_above_georeferences: z
      .array(fromAboveGeoreference)
      .describe('Covered areas, oldest first.'),
    comments: z.array(comment).describe('Newest first.'),
    georeferences_url: z
      .url()
      .optional()
      .meta({
        description:
          'URL of all camera positions. Present only if there are too many: then `georeferences` has the newest.',
        examples: ['https://catalog.example.org/api/v2/images/12/georeferences/'],
      }),
    from_above_georeferences_url: z
      .url()
      .optional()
      .meta({
        description:
          'URL of all areas. Present only if there are too many: then `from_above_georeferences` has the newest.',
        examples: ['https://catalog.example.org/api/v2/images/12/from-above-georeferences/'],
      }),
    comments_url: z
      .url()
      .optional()
      .meta({
        description:
          'URL of all comments. Present only if there are too many: then `comments` has the newest.',
        examples: ['https://catalog.example.org/api/v2/images/12/comments/'],
      }),
    iiif_url: z
      .url()
      .nullable()
      .meta({
        description:
          'Base URL of the IIIF image service; append `info.json` for its metadata. It changes with the picture. Null until there are tiles.',
        examples: ['https://catalog.example.org/iiif/3/12-Q7mZx0aT1bLrW8cVnE5dKg/'],
      }),
    order: z
      .int()
      .nullable()
      .optional()
      .meta({
        description:
          'Position in the collection. Null sorts by id. For importers and moderators only.',
        examples: [null],
      }),
    created_at: timestamp
      .optional()
      .describe('When the image was imported. For importers and moderators only.'),
  })
  .meta({ id: 'ImageDetail', description: 'The complete record of an image.' })

export type ImageDetail = z.infer<typeof imageDetail>

export const imageQuery = pageQuery.extend({
  source: idList.describe('Return only images of these sources, by id.'),
  collection: idList.describe('Return only images of these collections, by id.'),
  subject: subjectRefs.describe(
    'Return only images of these subjects, by id or by Wikidata item (`Q64`).',
  ),
  creator: trimmedText.describe(
    'Return only images whose creator contains this text, ignoring case.',
  ),
  year_min: yearMin.describe('Return only images whose date is, or may be, in this year or later.'),
  year_max: yearMax.describe(
    'Return only images whose date is, or may be, in this year or earlier.',
  ),
  georeferenced: flag.describe(
    'Return only images that have a georeference of their kind (true), or only images without one (false).',
  ),
  from_above: flag.describe('Return only images taken from above (true), or only others (false).'),
  // Importers find the images of an earlier import with these filters.
  reference_id: encodedList(['A-0017', 'B%2C2']).describe(
    'Return only images with these references of the archive, each percent-encoded. For importers and moderators only.',
  ),
  sha256: encodedList([SHA256]).describe(
    'Return only images whose original file has one of these SHA-256 digests, in hexadecimal. For importers and moderators only.',
  ),
  id: idList.describe('Return only these images, by id. For importers and moderators only.'),
  processing: anyOf(PROCESSING_STATES).describe(
    'Return only images whose current file is in one of these processing states. For importers and moderators only.',
  ),
  modified_since: modifiedSince,
  ordering: orderingBy(IMAGE_ORDERS, DEFAULT_IMAGE_ORDER),
})

export type ImageQuery = z.output<typeof imageQuery>
