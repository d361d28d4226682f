import { sql, type RawBuilder } from 'kysely'
import type { Box, Span } from '../../model/geometry/box.ts'
import { inList, selectAreasTouching, selectTouching, touches } from '../../db/dialect.ts'
import type { Reads } from '../../db/store.ts'
import type { FlatBox } from '../../engine/dialect.ts'

/** Beyond this number of rows, a full scan is faster than the spatial index. Measured with a million images. */
const MAX_CANDIDATES = 20_000

/** Builds the condition that a row of `point_current` lies in the box. */
export async function matchPointInBox(
  reads: Reads,
  {
    alias,
    box,
    maxCandidates = MAX_CANDIDATES,
  }: { alias: string; box: Box; maxCandidates?: number },
): Promise<RawBuilder<boolean>> {
  const isInside = isInBox(alias, box)
  const candidates = unionOf(listFlatBoxes(box).map((flat) => selectTouching('georeference', flat)))
  const areFew = await hasAtMost(reads, candidates, maxCandidates)
  return areFew ? sql`${sql.ref(`${alias}.id`)} in (${candidates}) and ${isInside}` : isInside
}

/** Builds the condition that a row of `area_current` intersects the box, edges inclusive. */
export async function matchAreaInBox(
  reads: Reads,
  { alias, box }: { alias: string; box: Box },
): Promise<RawBuilder<boolean>> {
  const intersecting = unionOf(listFlatBoxes(box).map(selectAreasTouching))
  const { rows } = await sql<{ id: number }>`${intersecting}`.execute(reads as never)
  return sql`${sql.ref(`${alias}.id`)} in ${inList(rows.map(({ id }) => id))}`
}

/** Lists the spans of a box. Stored longitudes are between −360 and 360. */
export function listSpans({ spans }: Pick<Box, 'spans'>): readonly Span[] {
  return spans ?? [{ west: -360, east: 360 }]
}

function isInBox(alias: string, box: Box): RawBuilder<boolean> {
  const latitude = sql.ref(`${alias}.latitude`)
  const longitude = sql.ref(`${alias}.longitude`)
  const within = listSpans(box)
    .filter(({ west, east }) => west <= 180 && east >= -180)
    .map(({ west, east }) => sql`${longitude} between ${west} and ${east}`)
  return sql`${latitude} between ${box.south} and ${box.north} and (${sql.join(within, sql` or `)})`
}

function listFlatBoxes({ spans, south, north }: Box): FlatBox[] {
  return listSpans({ spans }).map((span) => ({ ...span, south, north }))
}

/** Selects the areas whose geometry intersects the box. */
export function selectIntersecting(ids: readonly number[], box: Box): RawBuilder<unknown> {
  const geom = sql.ref('georef.geom')
  const conditions = listFlatBoxes(box).map((flat) => touches(geom, flat))
  return sql`
    select georef.id from from_above_georeference as georef
    where georef.id in ${inList(ids)} and (${sql.join(conditions, sql` or `)})`
}

function unionOf(selects: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(selects, sql` union `)
}

async function hasAtMost(reads: Reads, select: RawBuilder<unknown>, max: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from (${select}) as candidate limit ${max + 1}) as few
  `.execute(reads as never)
  return (rows[0]?.n ?? 0) <= max
}
