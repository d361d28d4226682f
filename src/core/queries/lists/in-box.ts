import { sql, type RawBuilder } from 'kysely'
import type { Box, Span } from '../../model/geometry/box.ts'
import { boxGeometry, inList } from '../../db/dialect.ts'
import type { Reads } from '../../db/store.ts'

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
  const candidates = unionOf(
    listSpans(box).map((span) => selectFromIndex('idx_georeference_geom', span, box)),
  )
  const areFew = await hasAtMost(reads, candidates, maxCandidates)
  return areFew ? sql`${sql.ref(`${alias}.id`)} in (${candidates}) and ${isInside}` : isInside
}

/** Builds the condition that a row of `area_current` intersects the box, edges inclusive. */
export async function matchAreaInBox(
  reads: Reads,
  { alias, box }: { alias: string; box: Box },
): Promise<RawBuilder<boolean>> {
  const intersecting = unionOf(listSpans(box).map((span) => selectAreasInBox(span, box)))
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

/** The index stores rounded bounding boxes, which are never smaller than the geometry. */
function selectFromIndex(
  index: string,
  { west, east }: Span,
  { south, north }: Box,
): RawBuilder<unknown> {
  return sql`
    select pkid as id from ${sql.table(index)}
    where xmin <= ${east} and xmax >= ${west} and ymin <= ${north} and ymax >= ${south}`
}

/** Tests the geometry only if its bounding box is not inside the box. */
function selectAreasInBox(span: Span, box: Box): RawBuilder<unknown> {
  const { west, east } = span
  const { south, north } = box
  return sql`
    select area.id
    from idx_from_above_georeference_geom as rounded
      cross join area_current as area on area.id = rounded.pkid
      cross join from_above_georeference as georef on georef.id = rounded.pkid
    where xmin <= ${east} and xmax >= ${west} and ymin <= ${north} and ymax >= ${south}
      and (xmin >= ${west} and xmax <= ${east} and ymin >= ${south} and ymax <= ${north}
        or ST_Intersects(georef.geom, ${boxGeometry(span, box)}) = 1)`
}

/** Selects the areas whose geometry intersects the box. */
export function selectIntersecting(ids: readonly number[], box: Box): RawBuilder<unknown> {
  const conditions = listSpans(box).map(
    (span) => sql`ST_Intersects(georef.geom, ${boxGeometry(span, box)}) = 1`,
  )
  return sql`
    select georef.id from from_above_georeference as georef
    where georef.id in ${inList(ids)} and (${sql.join(conditions, sql` or `)})`
}

function unionOf(selects: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(selects, sql` union `)
}

async function hasAtMost(reads: Reads, select: RawBuilder<unknown>, max: number): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from (${select}) limit ${max + 1})
  `.execute(reads as never)
  return (rows[0]?.n ?? 0) <= max
}
