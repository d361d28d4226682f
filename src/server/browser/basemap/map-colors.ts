import type OlMap from 'ol/Map.js'

/** The colors of maps, as the style sheet defines them for light and dark. */
export type MapColor =
  | 'land'
  | 'water'
  | 'green'
  | 'ground'
  | 'building'
  | 'road'
  | 'casing'
  | 'rail'
  | 'border'
  | 'ink'
  | 'mark'
  | 'halo'
  | 'view'
  | 'area'

/** Paper is light. */
const dark = matchMedia('screen and (prefers-color-scheme: dark)')
const colors = new Map<string, string>()
dark.addEventListener('change', () => colors.clear())

/** Returns a color in the current color scheme. */
export function getMapColor(name: MapColor): string {
  const property = `--map-${name}`
  const color =
    colors.get(property) ?? getComputedStyle(document.documentElement).getPropertyValue(property)
  colors.set(property, color)
  return color
}

/** Calls a function when the color scheme changes. */
export function onColorChange(redraw: () => void): void {
  dark.addEventListener('change', redraw)
}

/** Redraws a map at once, since the next frame comes too late for a page that is printed. */
export function redrawOnColorChange(map: OlMap): void {
  onColorChange(() => {
    map.getAllLayers().forEach((layer) => layer.changed())
    map.renderSync()
  })
}
