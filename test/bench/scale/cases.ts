import { RICH } from '../../support/generated-catalog/rows.ts'

/** A request, and the bare statement that finds the same page of ids. */
export interface Case {
  name: string
  path: string
  /** The list, and the SQL after `select id from` it without the page; absent without a comparison. */
  list?: 'image' | 'point_current' | 'area_current'
  ids?: string
  /** Page size; 50 by default. */
  offset?: number
  /** Limit of the median, in milliseconds. */
  targetMs: number
}

const PUBLIC = `+collection_id in (select c.id from collection c join source s on s.id = c.source_id
  where c.public = 1 and s.public = 1)`
const NEWEST = 'order by coalesce(position, id) desc nulls last, id'
const ONE = 10
const TWO = 100
const DEEP = 50

function images(name: string, query: string, where: string, order = NEWEST): Case {
  const condition = [PUBLIC, where].filter((part) => part !== '').join(' and ')
  const ids = `where ${condition} ${order}`
  const targetMs = name.includes(' + ') ? TWO : ONE
  return { name: `images ${name}`, path: `/api/v2/images/?${query}`, list: 'image', ids, targetMs }
}

function points(name: string, query: string, where = ''): Case {
  const condition = [PUBLIC, where].filter((part) => part !== '').join(' and ')
  const ids = `where ${condition} order by created_at desc nulls last, id`
  const targetMs = name.includes(' + ') ? TWO : ONE
  const path = `/api/v2/georeferences/?${query}`
  return { name: `points ${name}`, path, list: 'point_current', ids, targetMs }
}

function areas(name: string, query: string): Case {
  return {
    name: `areas ${name}`,
    path: `/api/v2/from-above-georeferences/?${query}`,
    targetMs: ONE,
  }
}

function deep(page: number, query: string, where: string): Case {
  const name = `page ${page}${where && ' of georeferenced'}`
  const offset = (page - 1) * 50
  return { ...images(name, `page=${page}&${query}`, where), offset, targetMs: DEEP }
}

const tagged = (subject: number) =>
  `id in (select image_id from image_subject where subject_id = ${subject})`
const ofTagged = (subject: number) => tagged(subject).replace('id in', 'image_id in')

function within(box: string): string {
  const [west, south, east, north] = box.split(',')
  return `latitude between ${south} and ${north} and longitude between ${west} and ${east}`
}

const LARGE_SOURCE = `collection_id in (select id from collection where source_id = 1)`
const CREATOR = `instr(creator_folded, 'ba') > 0`
const GEOREFERENCED = 'last_georeferenced_at is not null'
/** The years 1900 to 1910. */
const YEARS = 'fuzzy_to >= -25567 and fuzzy_from <= -21551'

/** The area with the most points. */
export interface Place {
  longitude: number
  latitude: number
}

/** Returns the box `west,south,east,north` with this many degrees to each side. */
function around({ longitude, latitude }: Place, degrees: number): string {
  const sides = [longitude - degrees, latitude - degrees, longitude + degrees, latitude + degrees]
  return sides.map((side) => side.toFixed(1)).join(',')
}

const WORLD = '-180,-90,180,90'

export function casesAround(place: Place): readonly Case[] {
  return [...CASES, ...georeferenceCases(around(place, 0.2), around(place, 8))]
}

const CASES: readonly Case[] = [
  images('unfiltered', '', ''),
  images('of a large source', 'source=1', LARGE_SOURCE),
  images('of a large collection', 'collection=1', 'collection_id = 1'),
  images('of a small collection', 'collection=2000', 'collection_id = 2000'),
  images('of a frequent subject', 'subject=1', tagged(1)),
  images('of a rare subject', 'subject=15000', tagged(15000)),
  images('by a part of the creator', 'creator=ba', CREATOR),
  images('by a rare creator', 'creator=1234', `instr(creator_folded, '1234') > 0`),
  images('of eleven years', 'year_min=1900&year_max=1910', YEARS),
  images('georeferenced', 'georeferenced=true', GEOREFERENCED),
  images('not georeferenced', 'georeferenced=false', 'last_georeferenced_at is null'),
  images('from above', 'from_above=true', 'from_above = 1'),
  images('by title', 'ordering=title', '', 'order by title collate nocase nulls last, id'),
  images(
    'by title, last first',
    'ordering=-title',
    '',
    'order by title collate nocase desc nulls last, id',
  ),
  images('by date', 'ordering=original_date', '', 'order by original_date asc nulls last, id'),
  images('newest', 'ordering=-created_at', '', 'order by created_at desc nulls last, id'),
  images(
    'last georeferenced',
    'ordering=-last_georeferenced_at',
    '',
    'order by last_georeferenced_at desc nulls last, id',
  ),
  images('source + creator', 'source=1&creator=ba', `${LARGE_SOURCE} and ${CREATOR}`),
  images('subject + years', 'subject=1&year_min=1900&year_max=1910', `${tagged(1)} and ${YEARS}`),
  images(
    'creator + georeferenced',
    'creator=ba&georeferenced=true',
    `${CREATOR} and ${GEOREFERENCED}`,
  ),
  images(
    'changed since 1970',
    'modified_since=1970-01-01T00:00:00Z',
    `id in (select ref from public_change where +kind = 'image' and changed_at >= 0)`,
  ),
  deep(10_000, '', ''),
  deep(4000, 'georeferenced=true', GEOREFERENCED),
  { name: 'subjects', path: '/api/v2/subjects/', targetMs: ONE },
  {
    name: 'subjects changed since 1970',
    path: '/api/v2/subjects/?modified_since=1970-01-01T00:00:00Z',
    targetMs: TWO,
  },
  { name: 'subjects by images', path: '/api/v2/subjects/?ordering=-image_count', targetMs: ONE },
  { name: 'contributors', path: '/api/v2/users/', targetMs: ONE },
  { name: 'sources', path: '/api/v2/sources/', targetMs: ONE },
  { name: 'collections', path: '/api/v2/collections/', targetMs: ONE },
  { name: 'collections of a source', path: '/api/v2/sources/1/collections/', targetMs: ONE },
  { name: 'statistics', path: '/api/v2/stats/', targetMs: ONE },
  { name: 'an image with much', path: `/api/v2/images/${RICH.image}/`, targetMs: 5 },
]

function georeferenceCases(city: string, country: string): Case[] {
  return [
    points('unfiltered', ''),
    points('in a city', `in_bbox=${city}`, within(city)),
    points('in a country', `in_bbox=${country}`, within(country)),
    points('in the world', `in_bbox=${WORLD}`, within(WORLD)),
    points('of a large source', 'source=1', LARGE_SOURCE),
    points('of a frequent subject', 'subject=1', ofTagged(1)),
    points('by the busiest contributor', 'georeferenced_by=1', 'user_id = 1'),
    points('of high confidence', 'confidence=high', 'confidence = 3'),
    points('of eleven years', 'year_min=1900&year_max=1910', YEARS),
    points(
      'in a country + subject',
      `in_bbox=${country}&subject=1`,
      `${within(country)} and ${ofTagged(1)}`,
    ),
    areas('unfiltered', ''),
    areas('in a city', `in_bbox=${city}`),
    areas('in a country', `in_bbox=${country}`),
    areas('in the world', `in_bbox=${WORLD}`),
  ]
}
