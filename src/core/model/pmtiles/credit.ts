import { TileType } from 'pmtiles'
import type { Archive } from './archive.ts'

const OPENSTREETMAP = '© [OpenStreetMap](https://www.openstreetmap.org/copyright)'
const PROTOMAPS = '[Protomaps](https://protomaps.com/)'

const LINK = /<a\s[^>]*href="(https?:\/\/[^"\s\(\)]+)"[^>]*>([^<\[\]]*)<\/a>/giv
const ENTITIES: Record<string, string> = {
  '&copy;': '© ',
  '&amp;': '&',
  '&nbsp;': ' ',
  '&quot;': '"',
}

/**
 * Returns the credit that an archive requires, with links such as `[OpenStreetMap](https://…)`. The schemas that maps
 * draw are made from OpenStreetMap data, whose license requires its credit (ODbL 1.0, section 4.3).
 */
export function findCredit({ header, metadata }: Pick<Archive, 'header' | 'metadata'>): string {
  const { attribution, name } = metadata
  const stated = typeof attribution === 'string' ? toText(attribution) : ''
  const isVector = header.tileType === TileType.Mvt
  const credit = stated === '' && isVector ? OPENSTREETMAP : stated
  const isOfProtomaps = /protomaps/iv.test(String(name)) && !/protomaps/iv.test(credit)
  return isOfProtomaps ? `${PROTOMAPS} ${credit}`.trim() : credit
}

/** Turns HTML into text with links. */
function toText(html: string): string {
  return html
    .replaceAll(LINK, '[$2]($1)')
    .replaceAll(/<[^>]*>/gv, '')
    .replaceAll(/&[a-z]+;/gv, (entity) => ENTITIES[entity] ?? '')
    .replaceAll(/\s+/gv, ' ')
    .trim()
}
