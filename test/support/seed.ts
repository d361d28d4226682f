import { areaGeometry, pointGeometry } from '../../src/core/database/sql.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import type { NamedPlace } from '../../src/core/model/gazetteer/named-place.ts'
import { addGazetteer, type NewGazetteer } from '../../src/core/writes/gazetteer/add-gazetteer.ts'
import { ensureStaff } from '../../src/core/writes/users/ensure-staff.ts'
import { rebuildActivity } from '../../src/core/writes/feed/rebuild.ts'
import type { NewRow, Tables } from '../../src/core/database/tables.ts'
import { parseTileFileHeader } from '../../src/core/iiif/tile-file.ts'
import { foldText } from '../../src/core/model/fold.ts'
import { newVersion, originalKey, tileFileKey } from '../../src/core/storage/keys.ts'
import { hostContext } from './host-context.ts'

type Table = 'user' | 'license' | 'source' | 'collection' | 'subject' | 'image' | 'comment'
type Values<Name extends Table> = Partial<NewRow<Name>>

/** The columns of an image whose picture counts as ready. Browsers do not show a TIFF, so that pages have none. */
export const READY = {
  file_version: 'file',
  file_type: 'image/tiff',
  generation_of: 'file',
}

/** Inserts rows for a test, with default values and missing parents. Each function returns the id. */
export type Seed = ReturnType<typeof createSeed>

export function createSeed({ catalog }: { catalog: Catalog }) {
  let made = 0
  const next = (): number => ++made
  const insert = async <Name extends Table>(table: Name, row: object): Promise<number> => {
    const { id } = await catalog.write((tx) =>
      tx
        .insertInto(table as 'source')
        .values(row as NewRow<'source'>)
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  }

  const seed = {
    /** A user; `id` is the OpenStreetMap number, from 5001 on by default. */
    user: (values: Values<'user'> = {}) => {
      const id = values.id ?? 5000 + next()
      const username = values.username ?? `mapper-${id}`
      const defaults = { id, username, username_folded: foldText(username) }
      return insert('user', { ...defaults, is_staff: 0, created_at: 0, ...values })
    },

    license: (values: Values<'license'> = {}) => {
      const name = values.name ?? `license-${next()}`
      const defaults = { name, name_folded: foldText(name), display_name: name.toUpperCase() }
      return insert('license', { ...defaults, permalink: '', ...values })
    },

    /** A public source. */
    source: (values: Values<'source'> = {}) => {
      const name = values.name ?? `Source ${next()}`
      const slug = values.slug ?? name.toLowerCase().replaceAll(' ', '-')
      const defaults = { name, name_folded: foldText(name), slug, description: 'A source.' }
      return insert('source', { ...defaults, url: 'https://source.example/', public: 1, ...values })
    },

    /** A public collection, of a new public source unless `source_id` names one. */
    collection: async (values: Values<'collection'> = {}) => {
      const source_id = values.source_id ?? (await seed.source())
      const name = values.name ?? `Collection ${next()}`
      const slug = values.slug ?? name.toLowerCase().replaceAll(' ', '-')
      const defaults = { source_id, name, name_folded: foldText(name), slug, public: 1 }
      const texts = { url: 'https://source.example/collection', description: 'A collection.' }
      return insert('collection', { ...defaults, ...texts, ...values })
    },

    /** An image without a file, in a new public collection unless `collection_id` names one. */
    image: async (values: Values<'image'> = {}) => {
      const collection_id = values.collection_id ?? (await seed.collection())
      const id = values.id ?? (await seed.imageId())
      const creator_folded = values.creator ? foldText(values.creator) : null
      const defaults = { id, collection_id, creator_folded, title: `Image ${id}`, rotation: 0 }
      const flags = { mirror: 'none', from_above: 0, will_not_georef: 0, generation_corrected: 0 }
      return insert('image', {
        ...defaults,
        ...flags,
        created_at: catalog.clock.now(),
        ...values,
      })
    },

    /** An image whose picture counts as ready, without its files. */
    ready: (values: Values<'image'> = {}) => seed.image({ ...READY, ...values }),

    /** Many images of a collection, with these ids. */
    images: (collection_id: number, ids: readonly number[], values: Values<'image'> = {}) => {
      const flags = { from_above: 0, will_not_georef: 0, generation_corrected: 0 } as const
      const transform = { rotation: 0, mirror: 'none' } as const
      const created_at = catalog.clock.now()
      const rows = ids.map((id) => ({
        id,
        collection_id,
        title: `Image ${id}`,
        created_at,
        ...flags,
        ...transform,
        ...values,
      }))
      return catalog.write(async (tx) => {
        for (let at = 0; at < rows.length; at += 1000) {
          await tx
            .insertInto('image')
            .values(rows.slice(at, at + 1000))
            .execute()
        }
      })
    },

    /** Reserves an image id, as an import does. */
    imageId: async () => {
      const reserve = sql<{ id: number }>`insert into image_id default values returning id`
      const { rows } = await catalog.write((tx) => reserve.execute(tx))
      return rows[0]!.id
    },

    /** Stores an original file for an image and updates its row. Returns the version. */
    file: async (image: number, bytes: Uint8Array, type = 'image/jpeg', extension = 'jpg') => {
      const version = newVersion()
      const chunks = (async function* () {
        yield bytes
      })()
      await using received = await catalog.storage.receive(chunks, bytes.byteLength)
      await received.publish(originalKey(image, version, extension))
      const file = { file_version: version, file_type: type, file_size: bytes.byteLength }
      const file_sha256 = createHash('sha256').update(bytes).digest('hex')
      await seed.change(image, { ...file, file_sha256 })
      return version
    },

    /** Publishes a file of tiles for an image. Returns the generation. */
    tiles: async (image: number, bytes: Buffer) => {
      const generation = newVersion()
      const chunks = (async function* () {
        yield bytes
      })()
      await using received = await catalog.storage.receive(chunks, bytes.byteLength)
      await received.publish(tileFileKey(image, generation))
      const { width, height } = parseTileFileHeader(bytes)
      const size = { tiles_width: width, tiles_height: height }
      await seed.change(image, { tiles_generation: generation, tiles_of: 'picture', ...size })
      return generation
    },

    change: (image: number, values: Values<'image'>) =>
      catalog.write((tx) => tx.updateTable('image').set(values).where('id', '=', image).execute()),

    subject: (values: Values<'subject'> = {}) => {
      const n = next()
      const title = values.title ?? `Subject ${n}`
      const kb_id = values.kb_id ?? `Q${1000 + n}`
      const kb = { kb_id, kb_uri: `http://www.wikidata.org/entity/${kb_id}`, kb_title: title }
      const slug = values.slug ?? title.toLowerCase().replaceAll(' ', '-')
      const texts = { title, title_folded: foldText(title), slug, description: 'A subject.' }
      return insert('subject', { ...texts, ...kb, kb_description: 'in the base', ...values })
    },

    /** An outline of a subject. `geometry` is GeoJSON text. */
    outline: (subject_id: number, map_id: string, geometry = SQUARE) =>
      catalog.write((tx) =>
        tx
          .insertInto('subject_geometry')
          .values({
            subject_id,
            map_id,
            geometry,
            geom: areaGeometry(geometry),
          })
          .execute(),
      ),

    /** A gazetteer, by default of streets. */
    gazetteer: (
      places: readonly (Pick<NamedPlace, 'name' | 'extent'> & Partial<NamedPlace>)[],
      values: Partial<NewGazetteer> = {},
    ) => {
      const defaults = { otherNames: [], kind: 'street', inhabitants: 0 } as const
      const batches = (async function* () {
        yield places.map((place) => ({ ...defaults, ...place }))
      })()
      const gazetteer = { name: 'town', credit: '© Town', ...values }
      return addGazetteer(catalog, gazetteer, batches, async () => {})
    },

    /** Tags an image with subjects, in the order given. */
    tag: (image: number, ...subjects: number[]) =>
      catalog.write((tx) =>
        tx
          .insertInto('image_subject')
          .values(
            subjects.map((subject_id, position) => ({
              image_id: image,
              subject_id,
              position,
              tagged_by: null,
              tagged_at: catalog.clock.now(),
            })),
          )
          .execute(),
      ),

    untag: (image: number, subject: number) =>
      catalog.write((tx) =>
        tx
          .deleteFrom('image_subject')
          .where('image_id', '=', image)
          .where('subject_id', '=', subject)
          .execute(),
      ),

    comment: async (image: number, values: Values<'comment'> = {}) =>
      insert('comment', {
        image_id: image,
        text: 'A comment.',
        commented_by: values.commented_by ?? (await seed.user()),
        created_at: catalog.clock.now(),
        ...values,
      }),

    /** A point georeference; the camera stands in Basel by default. */
    point: async (image: number, values: Partial<NewRow<'georeference'>> = {}) => {
      const { latitude = 47.56, longitude = 7.59 } = values
      const row = { ...(await georeferenced(image, values)), latitude, longitude, direction: null }
      const geom = pointGeometry(longitude, latitude)
      const { id } = await catalog.write((tx) =>
        tx
          .insertInto('georeference')
          .values({ ...row, geom, ...values })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      return id
    },

    /** Many equal point georeferences. */
    points: async (image: number, count: number, values: Partial<NewRow<'georeference'>> = {}) => {
      const { latitude = 47.56, longitude = 7.59 } = values
      const row = { ...(await georeferenced(image, values)), latitude, longitude, direction: null }
      const geom = pointGeometry(longitude, latitude)
      const rows = Array.from({ length: count }, () => ({ ...row, geom, ...values }))
      await catalog.write((tx) => tx.insertInto('georeference').values(rows).execute())
    },

    /** A from-above georeference; by default a small square. `polygon` is GeoJSON text. */
    area: async (image: number, values: Partial<NewRow<'from_above_georeference'>> = {}) => {
      const polygon = values.polygon ?? SQUARE
      const geom = areaGeometry(polygon)
      const row = { ...(await georeferenced(image, values)), polygon, geom }
      const { id } = await catalog.write((tx) =>
        tx
          .insertInto('from_above_georeference')
          .values({ ...row, ...values })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      return id
    },

    /** A validation of `{ image, point }` or `{ image, area }`. */
    validation: async (
      of: { image: number; point?: number; area?: number },
      values: Partial<NewRow<'validation'>> = {},
    ) => {
      const validated_by = values.validated_by ?? (await seed.user())
      const { id } = await catalog.write((tx) =>
        tx
          .insertInto('validation')
          .values({
            image_id: of.image,
            georeference_id: of.point ?? null,
            from_above_georeference_id: of.area ?? null,
            validation: 'correct',
            notes: null,
            validated_at: catalog.clock.now(),
            ...values,
            validated_by,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      return id
    },

    /** Inserts or replaces a setting. */
    setting: (name: string, value: unknown) => {
      const row = { name, value: JSON.stringify(value) }
      return catalog.write((tx) =>
        tx
          .insertInto('setting')
          .values(row)
          .onConflict((already) => already.column('name').doUpdateSet({ value: row.value }))
          .execute(),
      )
    },

    /** A slot of user 1001 and collection 1 that expires in a minute, by default. */
    slot: (values: Pick<NewRow<'slot'>, 'id'> & Partial<NewRow<'slot'>>) => {
      const now = catalog.clock.now()
      const owner = { user_id: 1001, collection_id: 1, content_type: 'image/jpeg' }
      const times = { created_at: now, expires_at: now + 60_000_000 }
      return catalog.write((tx) =>
        tx
          .insertInto('slot')
          .values({ ...owner, ...times, state: 'pending', ...values })
          .execute(),
      )
    },

    changeSlot: (id: string, values: Partial<NewRow<'slot'>>) =>
      catalog.write((tx) => tx.updateTable('slot').set(values).where('id', '=', id).execute()),

    /** The key of a request without a response yet. */
    idempotencyKey: (values: Omit<NewRow<'idempotency_key'>, 'response' | 'created_at'>) => {
      const row = { response: null, created_at: catalog.clock.now(), ...values }
      return catalog.write((tx) => tx.insertInto('idempotency_key').values(row).execute())
    },

    changeIdempotencyKey: (key: string, values: Partial<NewRow<'idempotency_key'>>) =>
      catalog.write((tx) =>
        tx.updateTable('idempotency_key').set(values).where('key', '=', key).execute(),
      ),

    /** Publishes a source or a collection, or hides it. */
    setPublic: (table: 'source' | 'collection', id: number, isPublic: boolean) =>
      catalog.write((tx) =>
        tx
          .updateTable(table)
          .set({ public: isPublic ? 1 : 0 })
          .where('id', '=', id)
          .execute(),
      ),

    setStaff: (user: number, isStaff: boolean) =>
      catalog.write((tx) =>
        tx
          .updateTable('user')
          .set({ is_staff: isStaff ? 1 : 0 })
          .where('id', '=', user)
          .execute(),
      ),

    /** Makes the user of this name staff, or invites the name. */
    staff: (username: string) =>
      catalog.write((tx) => ensureStaff(tx, { username }, hostContext(catalog.clock))),

    /** Deletes a row, or all rows of a table. */
    delete: (table: keyof Tables, id?: number) =>
      catalog.write((tx) => {
        const all = tx.deleteFrom(table as 'image')
        return (id === undefined ? all : all.where('id', '=', id)).execute()
      }),

    /** Writes the activity feed again, for contributions that were seeded. */
    rebuildFeed: () => catalog.write(rebuildActivity),
  }

  async function georeferenced(image: number, values: { user_id?: number }) {
    return {
      image_id: image,
      confidence: 'high' as const,
      confidence_notes: null,
      user_id: values.user_id ?? (await seed.user()),
      created_at: catalog.clock.now(),
    }
  }

  return seed
}

const SQUARE = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [7.5, 47.5],
      [7.6, 47.5],
      [7.6, 47.6],
      [7.5, 47.6],
      [7.5, 47.5],
    ],
  ],
})
