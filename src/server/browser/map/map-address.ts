import { toLonLat } from 'ol/proj.js'
import type { Cluster } from './merge-clusters.ts'
import { withYears, type Years } from './year-range.ts'

/** View of a map, `15.2/47.56001/7.59001` in the URL: zoom, latitude and longitude. */
export interface Position {
  zoom: number
  /** In units of the map. */
  center: number[]
}

/** Writes the parameter to the address, to links to this page with other filters, and to the form. */
export function writePosition({ zoom, center }: Position): void {
  const [longitude = 0, latitude = 0] = toLonLat(center)
  const digits = Math.max(0, Math.ceil(zoom / 3))
  const degrees = [latitude, longitude].map((value) => value.toFixed(digits))
  const text = [Number(zoom.toFixed(2)), ...degrees].join('/')
  history.replaceState(history.state, '', withPosition(location.href, text))
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href], footer a[href]'))
    if (link.pathname === location.pathname) link.href = withPosition(link.href, text)
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name="map"]'))
    field.value = text
}

/** Writes the years to the address, to links to these images elsewhere, and to the form. */
export function writeYears(years: Years): void {
  history.replaceState(history.state, '', withYears(location.href, years))
  const links = document.querySelectorAll<HTMLAnchorElement>(
    '.map-links a:not([data-spot]), footer a[hreflang]',
  )
  for (const link of links) link.href = withYears(link.href, years)
  for (const [name, year] of Object.entries({ year_min: years.from, year_max: years.to })) {
    const field = document.querySelector<HTMLInputElement>(`.filters input[name="${name}"]`)
    if (field) field.value = year ?? ''
  }
}

/** A part of the map whose pictures are shown together. */
export interface Corner {
  /** `drawn` for areas that are drawn. */
  kind: Cluster['kind'] | 'drawn'
  /** `west,south,east,north` in degrees, and the zoom level of the tiles. */
  box: string
}

/** A picture of a corner of the map, `points/7.5,47.5,7.6,47.6@9/12` in the URL. */
export interface ChosenPicture extends Corner {
  image: number
}

/** Reads the parameter `corner` of the address. */
export function readChosen(): ChosenPicture | undefined {
  const text = new URLSearchParams(location.search).get('corner') ?? ''
  const [, kind, box = '', image] = /^(points|areas|all|drawn)\/([^\/]+)\/(\d+)$/v.exec(text) ?? []
  return kind === undefined
    ? undefined
    : { kind: kind as Corner['kind'], box, image: Number(image) }
}

/** Writes the parameter to the address, or removes it. */
export function writeChosen(chosen: ChosenPicture | null): void {
  const text = chosen && [chosen.kind, chosen.box, chosen.image].join('/')
  history.replaceState(history.state, '', withParameter(location.href, 'corner', text))
}

function withPosition(href: string, text: string): string {
  return withParameter(withParameter(href, 'in_bbox', null), 'map', text)
}

/** Sets a parameter, or removes it. Slashes, commas and `@` need no escaping in a query. */
export function withParameter(href: string, name: string, text: string | null): string {
  const url = new URL(href)
  url.searchParams.delete(name)
  if (text !== null) url.searchParams.set(name, text)
  url.search = url.search.replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%40', '@')
  return url.href
}
