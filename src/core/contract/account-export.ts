import { z } from 'zod'

/** Everything that is stored about one user, for that user. */

const id = z.int()
const text = (example: string) => z.string().meta({ examples: [example] })
const optionalText = (example: string) => text(example).nullable()
const timestamp = z.iso.datetime()
const optionalTimestamp = timestamp.nullable()
const confidence = z.enum(['low', 'medium', 'high'])

const made = { id, image: id.describe('Id of the image.'), created_at: timestamp }

export const accountExport = z
  .object({
    format: z.literal('catalog-account'),
    version: z.literal(1),
    exported_at: timestamp,
    account: z.object({
      id: id.describe('Number of the OpenStreetMap account.'),
      username: text('Ada'),
      is_staff: z.boolean(),
      created_at: timestamp.describe('First sign-in.'),
      suspended_at: optionalTimestamp.describe('Null if the user is not suspended.'),
      suspension_reason: optionalText('Places images at random.'),
      visited_at: optionalTimestamp.describe('Last visit of the account page. Null for none.'),
    }),
    sessions: z
      .array(
        z.object({ browser: text('Firefox on Linux'), created_at: timestamp, used_at: timestamp }),
      )
      .describe('Browsers in which the user is signed in.'),
    consents: z
      .array(
        z.object({ app: text('Scanner'), scopes: z.array(text('read')), created_at: timestamp }),
      )
      .describe('Apps that the user allowed.'),
    authorizations: z
      .array(
        z.object({
          app: optionalText('Scanner').describe('Null for a token from the host.'),
          label: optionalText('nightly'),
          scopes: z.array(text('read')),
          created_at: timestamp,
          used_at: optionalTimestamp,
        }),
      )
      .describe('Authorizations of apps, and access tokens from the host.'),
    georeferences: z.array(
      z.object({
        ...made,
        latitude: z.number(),
        longitude: z.number(),
        direction: z.number().nullable(),
        confidence,
        confidence_notes: optionalText('By the church tower.'),
      }),
    ),
    from_above_georeferences: z.array(
      z.object({
        ...made,
        polygon: z.looseObject({ type: z.literal('Polygon') }).describe('GeoJSON.'),
        confidence,
        confidence_notes: optionalText('By the church tower.'),
      }),
    ),
    validations: z.array(
      z.object({
        ...made,
        georeference: id.nullable(),
        from_above_georeference: id.nullable(),
        validation: z.enum(['correct', 'uncertain', 'incorrect']),
        notes: optionalText('The shadow points north.'),
      }),
    ),
    comments: z.array(z.object({ ...made, text: text('This is the old customs house.') })),
    hidden_comments: z
      .array(
        z.object({ ...made, text: text('This is the old customs house.'), hidden_at: timestamp }),
      )
      .describe('Comments that staff hid.'),
    tag_changes: z
      .array(
        z.object({
          ...made,
          action: z.enum(['added', 'removed', 'reordered']),
          subject: id.nullable(),
          previous_order: z.array(id).nullable(),
          new_order: z.array(id).nullable(),
        }),
      )
      .describe('Subjects that the user added to images, removed or reordered.'),
    flags: z
      .array(
        z.object({
          ...made,
          reason: text('rights'),
          text: optionalText('This is the old customs house.'),
          resolved_at: optionalTimestamp,
        }),
      )
      .describe('Images that the user reported.'),
    skips: z.array(z.object({ image: id, reason: optionalText('rights'), created_at: timestamp })),
    images: z
      .array(z.object({ id, title: text('Harbor at low tide'), created_at: timestamp }))
      .describe('Images that the user imported.'),
    changes: z
      .array(
        z.object({ action: text('image.edit'), object: text('image/12'), created_at: timestamp }),
      )
      .describe('What the user changed, according to the audit log.'),
  })
  .meta({
    id: 'AccountExport',
    description: 'Everything that the catalog stores about a user. Lists are newest first.',
  })

export type AccountExport = z.infer<typeof accountExport>
