import { CatalogError, type ErrorKind } from '../../base/errors.ts'
import { MAX_SEARCH_TEXT } from '../../base/limits.ts'
import { beginsWith, column } from '../../database/expressions.ts'
import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import type { Geocoder } from '../../integrations/geocoder.ts'
import { foldText } from '../../model/fold.ts'
import type { Coordinate } from '../../model/geometry/geodesic.ts'
import { isWithinLength } from '../../model/text.ts'
import { findNamedPlaces } from '../gazetteer/find-named-places.ts'
import { searchText } from './search.ts'
import type { TextSearch } from './text-search.ts'

export interface PlaceQuery {
  /** At least one character. */
  text: string
  /** A position in whose surroundings places are preferred; null if there is none. */
  near: Coordinate | null
}

/** Results of each source. */
const SUBJECTS = 3
const IMAGES = 5
const ENTRIES = 8

/** Titles of images are matched more strictly than in searches, since a place is wanted. */
const THRESHOLD = 0.4

/**
 * Finds places that a text may name: outlines of subjects, placements of images, entries of
 * gazetteers, and places of the geocoder.
 * @param client identifies the client, whose searches run one after the other
 * @returns `images` and `geocoded` are undefined if they cannot be searched now
 */
export async function searchPlaces(
  catalog: { reads: Reads; textSearch: TextSearch; geocoder: Geocoder | null },
  { text, near }: PlaceQuery,
  client: string,
  signal: AbortSignal,
) {
  const [subjects, images, entries, geocoded] = await Promise.all([
    findSubjects(catalog.reads, text),
    ifAvailable(findImages(catalog, text, client, signal)),
    findNamedPlaces(catalog.reads, { text, near, limit: ENTRIES }),
    catalog.geocoder ? ifAvailable(catalog.geocoder.find(text, near)) : [],
  ])
  return { subjects, images, entries, geocoded }
}

export type PlaceSearchRows = Awaited<ReturnType<typeof searchPlaces>>

/** Finds subjects of public images whose titles begin with a text, with their outlines. */
async function findSubjects(reads: Reads, text: string) {
  const subjects = await reads
    .selectFrom('subject')
    .innerJoin('subject_count', 'subject_count.subject_id', 'subject.id')
    .select(['subject.id', 'subject.title'])
    .where(beginsWith(column('subject.title_folded'), foldText(text.slice(0, MAX_SEARCH_TEXT))))
    .where('subject_count.public_images', '>', 0)
    .where((row) =>
      row.exists(
        row
          .selectFrom('subject_geometry')
          .select('subject_geometry.id')
          .whereRef('subject_geometry.subject_id', '=', 'subject.id'),
      ),
    )
    .orderBy('subject.title_folded')
    .orderBy('subject.id')
    .limit(SUBJECTS)
    .execute()
  const ids = subjects.map(({ id }) => id)
  const outlines = await reads
    .selectFrom('subject_geometry')
    .select(['subject_id', 'map_id', 'geometry'])
    .where('subject_id', 'in', inList(ids))
    .orderBy('id')
    .execute()
  return subjects.map((subject) => ({
    ...subject,
    outlines: outlines.filter(({ subject_id }) => subject_id === subject.id),
  }))
}

/** Finds public images with a position whose texts are similar. */
async function findImages(
  catalog: { reads: Reads; textSearch: TextSearch },
  text: string,
  client: string,
  signal: AbortSignal,
) {
  if (!isWithinLength(text, MAX_SEARCH_TEXT)) return []
  const query = {
    text,
    threshold: THRESHOLD,
    filter: { georeferenced: true },
    page: { number: 1, size: IMAGES },
  }
  const { rows } = await searchText(catalog, query, client, signal)
  return joinPositions(catalog.reads, rows)
}

const TEMPORARY: readonly ErrorKind[] = ['unavailable', 'busy', 'rate_limited']

async function ifAvailable<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (error instanceof CatalogError && TEMPORARY.includes(error.kind)) return undefined
    throw error
  })
}

/** Finds the positions of placed images. */
export async function joinPositions(
  reads: Reads,
  images: readonly { id: number; title: string }[],
) {
  const ids = images.map(({ id }) => id)
  const points = await reads
    .selectFrom('point_current')
    .select(['image_id', 'latitude', 'longitude'])
    .where('image_id', 'in', inList(ids))
    .execute()
  return images.flatMap(({ id, title }) => {
    const point = points.find(({ image_id }) => image_id === id)
    return point ? [{ ...point, id, title }] : []
  })
}
