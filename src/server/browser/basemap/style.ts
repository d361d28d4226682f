import LayerGroup from 'ol/layer/Group.js'
import { apply } from 'ol-mapbox-style'

/** Draws the layers of a style (MapLibre Style Specification, version 8). */
export async function createStyleLayer(url: string): Promise<LayerGroup> {
  const group = new LayerGroup()
  // Fonts would come from another host, which the page does not allow. The fonts of the device are used instead.
  const webfonts = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href
  await apply(group, url, { ...(webfonts !== undefined && { webfonts }) })
  return group
}
