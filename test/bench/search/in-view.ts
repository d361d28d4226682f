import type { Database } from 'better-sqlite3'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { createChance, type Chance } from '../../support/generated-catalog/random.ts'
import type { City } from '../../support/generated-catalog/rows.ts'
import { percentile, reportFigure, showMs, startTable } from '../support/table.ts'
import { IN_VIEW_CASES, type InViewCase } from './in-view-cases.ts'
import { openPostgisPoints, type PostgisPoints } from './postgis.ts'
import type { SearchClient } from './search-client.ts'

const POSITIONS = 100
const WARM_UPS = 20
/** About ten kilometers. */
const SPREAD_DEGREES = 0.1

interface Times {
  /** CPU time of the search, with its way to the thread and back. */
  ours: number[]
  postgis: number[]
  /** Time of the request. */
  http: number[]
}

interface Searchers {
  inView: Catalog['inView']
  postgis: PostgisPoints
  client: SearchClient
}

/** Compares searches from several places with PostGIS. Returns what differs, or is too slow. */
export async function measureInView(
  db: Database,
  { inView }: Pick<Catalog, 'inView'>,
  client: SearchClient,
): Promise<string[]> {
  await using postgis = await openPostgisPoints(db)
  const places = {
    city: findCity(db),
    ocean: { latitude: -48, longitude: -123 },
    pole: { latitude: 90, longitude: 0 },
  }
  const row = startTable('CPU ms', 'p50', 'p95', 'PostGIS p50', 'p95', '÷ ours', 'HTTP p50')
  const problems: string[] = []
  const compared: { name: string; p50: number; theirs: number }[] = []
  for (const [where, place] of Object.entries(places)) {
    for (const search of IN_VIEW_CASES) {
      const name = `${where}, ${search.name}`
      const { times, different } = await measureCase({ inView, postgis, client }, place, search)
      const [p50, p95] = [percentile(times.ours, 0.5), percentile(times.ours, 0.95)]
      const theirs = percentile(times.postgis, 0.5)
      const shown = [p50, p95, theirs, percentile(times.postgis, 0.95)].map(showMs)
      row(name, ...shown, (theirs / p50).toFixed(1), showMs(percentile(times.http, 0.5)))
      if (search.radius === null) compared.push({ name, p50, theirs })
      const limits = search.limitsMs
      if (different > 0) problems.push(`${name}: ${different} differ from PostGIS's`)
      if (p50 > limits.p50) problems.push(`${name}: p50 over ${limits.p50} ms`)
      if (limits.p95 && p95 > limits.p95) problems.push(`${name}: p95 over ${limits.p95} ms`)
      if (search.radius === null && theirs < p50) problems.push(`${name}: slower than PostGIS`)
    }
  }
  const images = db.prepare('select count(*) from image').pluck().get()
  reportLeast(`images in view of ${String(images)}`, compared)
  return problems
}

/** Reports the case in which PostGIS is nearest. */
function reportLeast(
  what: string,
  compared: readonly { name: string; p50: number; theirs: number }[],
): void {
  const [least] = compared.toSorted((one, other) => one.theirs / one.p50 - other.theirs / other.p50)
  if (least === undefined) return
  reportFigure(
    `${what}, CPU time, ${least.name}`,
    `${showMs(least.p50)} ms`,
    `PostGIS, which is nearest here: ${showMs(least.theirs)} ms`,
  )
}

async function measureCase(
  { inView, postgis, client }: Searchers,
  place: City,
  search: InViewCase,
): Promise<{ times: Times; different: number }> {
  const chance = createChance(1)
  const times: Times = { ours: [], postgis: [], http: [] }
  let different = 0
  for (let n = -WARM_UPS; n < POSITIONS; n += 1) {
    const position = moveRandomly(chance, place)
    const before = process.cpuUsage()
    const { hits } = await inView.find({ ...search, ...position })
    const { user, system } = process.cpuUsage(before)
    const expected = await postgis.find(position, search)
    const { ms } = await client.searchInView({
      lat: position.latitude,
      lon: position.longitude,
      page: search.page.number,
      page_size: search.page.size,
      ...search.parameters,
    })
    if (n < 0) continue
    times.ours.push((user + system) / 1000)
    times.postgis.push(expected.cpuMs)
    times.http.push(ms)
    const found = hits.map(({ imageId }) => imageId)
    if (
      !isEqual(found, expected.ids) &&
      !isEqual(found, await postgis.findExactly(position, search))
    ) {
      different += 1
    }
  }
  return { times, different }
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return String(one) === String(other)
}

function moveRandomly(chance: Chance, { latitude, longitude }: City): City {
  const moved = latitude + chance.normal() * SPREAD_DEGREES
  return {
    latitude: moved > 90 ? 180 - moved : moved,
    longitude: longitude + chance.normal() * SPREAD_DEGREES,
  }
}

function findCity(db: Database): City {
  return db
    .prepare<[], City>(
      `select round(latitude, 1) as latitude, round(longitude, 1) as longitude
       from point_current group by 1, 2 order by count(*) desc limit 1`,
    )
    .get()!
}
