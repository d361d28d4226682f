import { getCenter, intersects, type Extent } from 'ol/extent.js'
import type BaseLayer from 'ol/layer/Base.js'
import LayerGroup from 'ol/layer/Group.js'
import TileLayer from 'ol/layer/Tile.js'
import type OpenLayersMap from 'ol/Map.js'
import { transformExtent } from 'ol/proj.js'
import XYZ from 'ol/source/XYZ.js'
import { WORLD } from './map/boxes.ts'
import { withParameter } from './map/map-address.ts'
import { readPersonal, writePersonal } from './personal-storage.ts'
import { createWatchedLayer, type WatchedLayer } from './watched-layer.ts'

/** A layer in the attribute `data-layers`, as the server's `renderLayerSwitch` writes it. */
interface LayerDescription {
  id: string
  kind: 'tiles' | 'pmtiles' | 'georeference'
  /** The template of the tiles, or the address of the file. */
  address: string
  /** West, south, east and north in degrees; null if unknown. */
  box: Extent | null
  /** At the start, from 0 to 1. */
  opacity: number
  maxZoom: number
  /** Says that it cannot be loaded. */
  failed: string
}

/** A layer and its opacity in percent, `plan-of-1897/70` in the address; no layer is an empty id. */
interface Choice {
  id: string
  percent: number
}

interface ShownLayer extends WatchedLayer {
  /** Whether it is in all worlds beside each other, as tiles are, but warped pictures are not. */
  isRepeated: boolean
}

interface Fields {
  select: HTMLSelectElement
  slider: HTMLInputElement
  value: HTMLElement | null
  outside: HTMLElement | null
}

/** The layer that was chosen last, in the tab. */
const CHOICE = 'layer of maps'

/**
 * Lets users lay one of several layers over the basemap, under all else. On the page of the map, the choice is in the
 * address.
 * @param element has the attribute `data-layers`, and the fields
 */
export function enhanceLayers(element: HTMLElement, frame: HTMLElement, map: OpenLayersMap): void {
  const fields = findFields(element)
  if (!fields) return
  const layers = JSON.parse(element.dataset.layers ?? '[]') as LayerDescription[]
  const group = new LayerGroup({ zIndex: -1 })
  map.getLayers().insertAt(0, group)
  const credits = [...element.querySelectorAll<HTMLElement>('[data-credit]')]
  frame.querySelector('.map-credit')?.append(...credits)
  let shown: ShownLayer | undefined
  const show = ({ id, percent }: Choice): void => {
    const layer = layers.find((one) => one.id === id)
    shown?.dismiss()
    shown = layer && createLayer(frame, layer)
    group.getLayers().clear()
    if (shown) group.getLayers().push(shown.layer)
    for (const credit of credits) credit.hidden = credit.dataset.credit !== id
    fields.select.value = layer?.id ?? ''
    fields.slider.disabled = !layer
    setOpacity(percent)
    showWhetherOutside()
  }
  const setOpacity = (percent: number): void => {
    group.setOpacity(percent / 100)
    fields.slider.value = String(percent)
    if (fields.value) fields.value.textContent = shown ? formatPercent(percent) : ''
  }
  const showWhetherOutside = (): void => {
    const view = map.getView().calculateExtent(map.getSize())
    const extent = shown && moveToWorldOf(view, shown)
    if (fields.outside) fields.outside.hidden = !extent || intersects(extent, view)
  }
  const keep = (): void => {
    const { value: id } = fields.select
    keepChoice(frame, { id, percent: Number(fields.slider.value) })
  }
  fields.select.addEventListener('change', () => {
    const { value: id } = fields.select
    show({ id, percent: startOpacity(layers, id) })
    keep()
  })
  fields.slider.addEventListener('input', () => setOpacity(Number(fields.slider.value)))
  fields.slider.addEventListener('change', keep)
  fields.outside?.querySelector('button')?.addEventListener('click', () => {
    const extent = shown?.layer.getExtent()
    if (extent) map.getView().fit(extent)
    map.getTargetElement()?.focus()
  })
  map.on('moveend', showWhetherOutside)
  group.on('change', showWhetherOutside)
  show(readChoice() ?? { id: '', percent: startOpacity(layers, '') })
  if (shown) keep()
  element.hidden = false
}

/** Moves the extent of a layer by whole worlds to the nearest to a view: those beyond the antimeridian are in the next one. */
function moveToWorldOf(view: Extent, { layer, isRepeated }: ShownLayer): Extent | undefined {
  const extent = layer.getExtent()
  if (!extent || !isRepeated) return extent
  const [west = 0, south = 0, east = 0, north = 0] = extent
  const [middle = 0] = getCenter(view)
  const shift = WORLD * Math.round((middle - (west + east) / 2) / WORLD)
  const moved = [west + shift, south, east + shift, north]
  if (shift !== 0) layer.setExtent(moved)
  return moved
}

function findFields(element: HTMLElement): Fields | undefined {
  const select = element.querySelector('select')
  const slider = element.querySelector('input')
  const value = element.querySelector('strong')
  const outside = element.querySelector<HTMLElement>('[data-outside]')
  return select && slider ? { select, slider, value, outside } : undefined
}

function formatPercent(percent: number): string {
  const { lang } = document.documentElement
  return new Intl.NumberFormat(lang, { style: 'percent' }).format(percent / 100)
}

function startOpacity(layers: readonly LayerDescription[], id: string): number {
  return Math.round((layers.find((layer) => layer.id === id)?.opacity ?? 1) * 100)
}

/** Without a box, the layer is where its pictures are. */
function createLayer(frame: HTMLElement, { box, failed, ...layer }: LayerDescription): ShownLayer {
  const load = async (): Promise<BaseLayer> => {
    const loaded = await loadLayer(layer)
    const extent = loaded.getExtent()
    if (!box && extent) watched.layer.setExtent(extent)
    return loaded
  }
  const watched = createWatchedLayer(frame, { load, text: failed })
  if (box) watched.layer.setExtent(transformExtent(box, 'EPSG:4326', 'EPSG:3857'))
  return { ...watched, isRepeated: layer.kind !== 'georeference' }
}

async function loadLayer({
  kind,
  address,
  maxZoom,
}: Pick<LayerDescription, 'kind' | 'address' | 'maxZoom'>): Promise<BaseLayer> {
  switch (kind) {
    case 'pmtiles':
      return (await import('./basemap/pmtiles.ts')).createPmtilesLayer(address)
    case 'georeference':
      return (await import('./basemap/georeference.ts')).createGeoreferencedLayer(address)
    default:
      return new TileLayer({
        className: 'foreign-map',
        source: new XYZ({ url: address, maxZoom }),
      })
  }
}

/** Reads the choice from the address, or else the last one of the tab. */
function readChoice(): Choice | undefined {
  const text = new URLSearchParams(location.search).get('layer') ?? readPersonal(CHOICE) ?? ''
  const [, id, percent] = /^([\w\-]*)\/(100|\d{1,2})$/v.exec(text) ?? []
  return id === undefined ? undefined : { id, percent: Number(percent) }
}

/** Keeps the choice for other maps in the tab, and in the address of the map and of links to other filters of it. */
function keepChoice({ dataset }: HTMLElement, { id, percent }: Choice): void {
  const text = `${id}/${percent}`
  writePersonal(CHOICE, text)
  if (dataset.enhance !== 'map') return
  const withChoice = (href: string) => withParameter(href, 'layer', id === '' ? null : text)
  history.replaceState(history.state, '', withChoice(location.href))
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href], footer a[href]'))
    if (link.pathname === location.pathname) link.href = withChoice(link.href)
}
