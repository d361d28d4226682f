import { parseBox, type Box } from '../geometry/box.ts'
import { MARK_KINDS } from './shown-on-map.ts'

/**
 * Parses a box of a map: `west,south,east,north`, with the zoom level of the tiles and the kind of marks as in
 * `7.5,47.5,7.6,47.6@9-points`.
 * @throws CatalogError kind `invalid`
 */
export function parseMapBox(text: string): Box {
  const [, edges = text, zoom, kind] = FORMAT.exec(text) ?? []
  const shown = {
    zoom: zoom === undefined ? undefined : Number(zoom),
    kind: MARK_KINDS.find((one) => one === kind),
  }
  return { ...parseBox(edges), shown }
}

const FORMAT = /^(.*?)(?:@(\d{1,2}))?(?:-(points|areas|all|drawn))?$/v

/** Returns the box alone. */
export function withoutMarks(text: string): string {
  return FORMAT.exec(text)?.[1] ?? text
}
