import { z } from 'zod'
import { DEFAULT_SUBJECT_ORDER, SUBJECT_ORDERS } from '../model/orders.ts'
import { optionalFlag } from './fields.ts'
import { lineString, multiLineString, multiPolygon, point, polygon } from './georeference.ts'
import { modifiedSince, orderingBy, pageQuery, wordList } from './list-query.ts'
import { paginated } from './paginated.ts'

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
      .describe('The Wikidata item that the subject is linked to.'),
    wikidata: z
      .strictObject({ wikidata_id: itemId, ...item })
      .describe('The same item, under the names that older clients use.'),
  })
  .meta({ id: 'SubjectSummary', description: 'A subject of an image, in brief.' })

export type SubjectSummary = z.infer<typeof subjectSummary>

export const subject = z
  .strictObject({
    ...subjectSummary.shape,
    description: z.string().meta({
      description:
        'Description of the subject, otherwise that of the Wikidata item, otherwise a placeholder.',
      examples: ['Seat of the council since 1450.'],
    }),
    image_count: z
      .int()
      .meta({ description: 'Number of images that the caller can see.', examples: [17] }),
    images_url: z.url().meta({
      description: 'URL of the list of its images.',
      examples: ['https://catalog.example.org/api/v2/images/?subject=7'],
    }),
  })
  .meta({
    id: 'Subject',
    description: 'Something that images show, such as a building or a place.',
  })

export type Subject = z.infer<typeof subject>

/** Response of `POST /api/v2/subjects/{id}/merge/`. */
export const mergedSubject = subject
  .extend({
    merged: z
      .strictObject({
        tagged: z.int().describe('Number of images that have it in place of the other subject.'),
        tagged_before: z.int().describe('Number of images that had both subjects.'),
        geometries: z.int().describe('Number of geometries that it got.'),
      })
      .describe('What it got from the other subject.'),
  })
  .meta({ id: 'MergedSubject', description: 'A subject after another one was merged into it.' })

export const untagQuery = z.object({
  untag: optionalFlag().describe('Whether to remove the subject from its images first.'),
})

export const subjectList = paginated(subject, 'SubjectList')

export const subjectQuery = pageQuery.extend({
  slug: wordList.describe('Return only subjects with one of these slugs.'),
  modified_since: modifiedSince,
  ordering: orderingBy(SUBJECT_ORDERS, DEFAULT_SUBJECT_ORDER),
})

export type SubjectQuery = z.output<typeof subjectQuery>

export const subjectGeometry = z
  .strictObject({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.strictObject({
        type: z.literal('Feature'),
        geometry: z.union([polygon, multiPolygon, lineString, multiLineString, point]),
        properties: z.strictObject({
          map_id: z.string().meta({
            description:
              'Element of OpenStreetMap that the geometry comes from. The number is negative if OpenStreetMap does not have it.',
            examples: ['way/8035619'],
          }),
        }),
      }),
    ),
  })
  .meta({
    id: 'SubjectGeometry',
    description: 'The geometry of a subject, as GeoJSON: mostly its outline.',
  })

export type SubjectGeometry = z.infer<typeof subjectGeometry>
