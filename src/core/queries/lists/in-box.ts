import { sql, type RawBuilder } from 'kysely'
import type { Box, Span } from '../../model/geometry/box.ts'
import { boxGeometry } from '../../db/dialect.ts'
import type { Reads } from '../../db/store.ts'
import { inList } from '../../db/in-list.ts'

/**
 * The spatial index finds what lies in a small box at once; most of a catalogue it finds slower than
 * looking at every row does. Measured: at a million images the two are even at about this many.
 */
const FEW = 20_000

/** Whether a point of `point_current` (under its alias) lies in the box. */
export async function pointInBox(
  reads: Reads,
  { alias, box, few = FEW }: { alias: string; box: Box; few?: number },
): Promise<RawBuilder<boolean>> {
  const exactly = liesIn(alias, box)
  const candidates = anyOf(spansOf(box).map((span) => indexed('idx_georeference_geom', span, box)))
  const areFew = await hasAtMost(reads, candidates, few)
  return areFew ? sql`${sql.ref(`${alias}.id`)} in (${candidates}) and ${exactly}` : exactly
}

/** Whether an area of `area_current` meets the box, its edges counted in. */
export async function areaInBox(
  reads: Reads,
  { alias, box }: { alias: string; box: Box },
): Promise<RawBuilder<boolean>> {
  const met = anyOf(spansOf(box).map((span) => areasMeeting(span, box)))
  const { rows } = await sql<{ id: number }>`${met}`.execute(reads as never)
  return sql`${sql.ref(`${alias}.id`)} in ${inList(rows.map(({ id }) => id))}`
}

/** The spans of a box whose longitudes are stored between −360 and 360. */
export function spansOf({ spans }: Pick<Box, 'spans'>): readonly Span[] {
  return spans ?? [{ west: -360, east: 360 }]
}

function liesIn(alias: string, box: Box): RawBuilder<boolean> {
  const latitude = sql.ref(`${alias}.latitude`)
  const longitude = sql.ref(`${alias}.longitude`)
  const within = spansOf(box)
    .filter(({ west, east }) => west <= 180 && east >= -180)
    .map(({ west, east }) => sql`${longitude} between ${west} and ${east}`)
  return sql`${latitude} between ${box.south} and ${box.north} and (${sql.join(within, sql` or `)})`
}

/** The index holds rounded boxes that are never smaller than what they stand for. */
function indexed(index: string, { west, east }: Span, { south, north }: Box): RawBuilder<unknown> {
  return sql`
    select pkid as id from ${sql.table(index)}
    where xmin <= ${east} and xmax >= ${west} and ymin <= ${north} and ymax >= ${south}`
}

/** What lies wholly inside by its rounded box needs no closer look. */
function areasMeeting(span: Span, box: Box): RawBuilder<unknown> {
  const { west, east } = span
  const { south, north } = box
  return sql`
    select area.id
    from idx_from_above_georeference_geom as rounded
      cross join area_current as area on area.id = rounded.pkid
      cross join from_above_georeference as placed on placed.id = rounded.pkid
    where xmin <= ${east} and xmax >= ${west} and ymin <= ${north} and ymax >= ${south}
      and (xmin >= ${west} and xmax <= ${east} and ymin >= ${south} and ymax <= ${north}
        or ST_Intersects(placed.geom, ${boxGeometry(span, box)}) = 1)`
}

/** Which of these areas meet the box, however far their rounded boxes reach. */
export function idsMeeting(ids: readonly number[], box: Box): RawBuilder<unknown> {
  const meets = spansOf(box).map(
    (span) => sql`ST_Intersects(placed.geom, ${boxGeometry(span, box)}) = 1`,
  )
  return sql`
    select placed.id from from_above_georeference as placed
    where placed.id in ${inList(ids)} and (${sql.join(meets, sql` or `)})`
}

function anyOf(selects: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(selects, sql` union `)
}

async function hasAtMost(
  reads: Reads,
  select: RawBuilder<unknown>,
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select 1 from (${select}) limit ${most + 1})
  `.execute(reads as never)
  return (rows[0]?.n ?? 0) <= most
}
