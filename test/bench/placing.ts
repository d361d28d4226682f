/**
 * Suggestions of places for records whose places are known: how many are right within 250 meters, and how long one takes.
 * A random half of the records is placed, then a fifth. `PLACING_RECORDS` names a file of records in the order of
 * their archive: JSON lines with `title`, `lat` and `lon`. Albums have 250 of them. Left out without such a file.
 */

import { readFile } from 'node:fs/promises'
import { env, exit } from 'node:process'
import { pointGeometry } from '../../src/core/database/sql.ts'
import { computeGeodesic, type Coordinate } from '../../src/core/model/geometry/geodesic.ts'
import { listTitleWords } from '../../src/core/model/placing/title-words.ts'
import type { SuggestedPlace } from '../../src/core/model/placing/suggested-place.ts'
import { suggestPlaces } from '../../src/core/queries/places/suggest-places.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { percentile, reportFigure, showMs, startTable } from './support/table.ts'

const SEED = 39
const ALBUM = 250
const RIGHT_METERS = 250

interface Known extends Coordinate {
  id: number
  title: string
  collection_id: number
}

const { PLACING_RECORDS: records } = env
if (records === undefined) {
  console.log('Left out: PLACING_RECORDS names no file of records.')
  exit()
}

const known = await readRecords(records)
const print = startTable('placed', 'equal titles', 'first', 'one of five', 'median', 'p50', 'p95')
const reasons = new Map<string, { right: number; all: number }>()
for (const share of [0.5, 0.2]) await measure(share)
for (const [reason, { right, all }] of reasons)
  console.log(`first by ${reason}: ${all}, right ${showShare(right / all)}`)

async function readRecords(path: string): Promise<Known[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
  return lines.map((line, index) => {
    const { title, lat, lon } = JSON.parse(line) as { title: string; lat: number; lon: number }
    const collection_id = Math.floor(index / ALBUM) + 1
    return {
      id: index + 1,
      title: title.slice(0, 500),
      latitude: lat,
      longitude: lon,
      collection_id,
    }
  })
}

async function measure(share: number): Promise<void> {
  const below = numbersFrom(SEED)
  const placed = new Set(known.filter(() => below(1000) < share * 1000).map(({ id }) => id))
  await using here = await openTestCatalog()
  const { catalog, seed } = here
  for (let id = 1; id <= Math.ceil(known.length / ALBUM); id += 1) await seed.collection({ id })
  const user_id = await seed.user()
  await catalog.write(async (tx) => {
    for (const { id, title, collection_id, latitude, longitude } of known) {
      const flags = { mirror: 'none', from_above: 0, will_not_georef: 0, rotation: 0 } as const
      const times = { created_at: id, generation_corrected: 0 as const }
      await tx
        .insertInto('image')
        .values({ id, title, collection_id, ...flags, ...times })
        .execute()
      if (!placed.has(id)) continue
      const point = {
        latitude,
        longitude,
        direction: null,
        geom: pointGeometry(longitude, latitude),
      }
      const made = { image_id: id, user_id, confidence: 'high', created_at: id } as const
      await tx
        .insertInto('georeference')
        .values({ ...made, ...point })
        .execute()
    }
  })
  const held = known.filter(({ id }) => !placed.has(id))
  const answers: { record: Known; places: SuggestedPlace[]; ms: number }[] = []
  for (const record of held) {
    const began = performance.now()
    const suggested = await suggestPlaces(catalog.reads, [record])
    const places = suggested.get(record.id) ?? []
    answers.push({ record, places, ms: performance.now() - began })
  }
  const titles = new Set(known.filter(({ id }) => placed.has(id)).map(({ title }) => keyOf(title)))
  const first = report(share, 'yes', answers)
  reportFigure(
    `first suggestions right within ${RIGHT_METERS} m, ${showShare(share)} of ${known.length} records placed`,
    showShare(first),
    `place of the same title: ${showShare(findShareOfTitles(held, placed))}`,
  )
  report(
    share,
    'no',
    answers.filter(({ record }) => !titles.has(keyOf(record.title))),
  )
}

/** @returns the share of records that are where the first placed one with the same title is */
function findShareOfTitles(held: readonly Known[], placed: ReadonlySet<number>): number {
  const places = new Map<string, Known>()
  for (const record of known) {
    const key = keyOf(record.title)
    if (placed.has(record.id) && !places.has(key)) places.set(key, record)
  }
  const right = held.filter((record) => {
    const place = places.get(keyOf(record.title))
    return place !== undefined && isRight(record, place)
  })
  return right.length / held.length
}

function isRight(record: Known, place: Coordinate): boolean {
  return computeGeodesic(record, place).distance <= RIGHT_METERS
}

function keyOf(title: string): string {
  return listTitleWords(title).join(' ')
}

/** @returns the share whose first suggestion is right */
function report(
  share: number,
  equal: string,
  answers: readonly { record: Known; places: SuggestedPlace[]; ms: number }[],
): number {
  let [first, five] = [0, 0]
  const distances = answers.map(({ record, places }) => {
    const [best] = places
    if (!best) return Infinity
    const right = isRight(record, best)
    first += Number(right)
    five += Number(places.some((place) => isRight(record, place)))
    const reason = reasons.get(best.reason) ?? { right: 0, all: 0 }
    reasons.set(best.reason, { right: reason.right + Number(right), all: reason.all + 1 })
    return computeGeodesic(record, best).distance
  })
  const times = answers.map(({ ms }) => ms)
  const [p50, p95] = [0.5, 0.95].map((part) => `${showMs(percentile(times, part))} ms`)
  print(
    showShare(share),
    equal,
    showShare(first / answers.length),
    showShare(five / answers.length),
    `${Math.round(percentile(distances, 0.5))} m`,
    p50 ?? '',
    p95 ?? '',
  )
  return first / answers.length
}

function showShare(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
