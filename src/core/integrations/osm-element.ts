import { z } from 'zod'

/** Elements of OpenStreetMap with their geometry, as Overpass sends them for `out geom`. */

const position = z.object({ lat: z.number(), lon: z.number() })
const tags = z.record(z.string(), z.string()).default({})
/** Null stands for positions that were left out. */
const path = z.array(position.nullable()).optional()

const node = position.extend({ type: z.literal('node'), id: z.int(), tags })
const way = z.object({ type: z.literal('way'), id: z.int(), tags, geometry: path })
const member = z.object({
  type: z.enum(['node', 'way', 'relation']),
  ref: z.int(),
  role: z.string().default(''),
  geometry: path,
})
const relation = z.object({
  type: z.literal('relation'),
  id: z.int(),
  tags,
  members: z.array(member).default([]),
})

export const osmElement = z.discriminatedUnion('type', [node, way, relation])

export type OsmElement = z.output<typeof osmElement>
export type OsmWay = z.output<typeof way>
export type OsmRelation = z.output<typeof relation>
export type OsmMember = z.output<typeof member>
export type OsmPath = z.output<typeof path>

/** Returns the name of an element: `way/123`. */
export function nameElement({ type, id }: Pick<OsmElement, 'type' | 'id'>): string {
  return `${type}/${id}`
}
