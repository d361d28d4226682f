import { getCenter } from 'ol/extent.js'
import { toLonLat } from 'ol/proj.js'
import View from 'ol/View.js'
import { expect, test } from 'vitest'
import {
  findShownExtent,
  fitExtent,
  MAX_START_ZOOM,
  PADDING,
  readExtent,
} from '../../../../src/server/browser/first-view.ts'

test.each([
  ['-2,53,-1,54', -1.5],
  ['357,53,359,54', -2],
  ['170,-20,200,-10', -175],
])('starts a map of %s around longitude %f', (text, longitude) => {
  expect(toLonLat(getCenter(readExtent(text)))[0]).toBeCloseTo(longitude)
})

const SIZES = [
  [840, 744],
  [390, 473],
  [300, 200],
  [2500, 1300],
] as const

test.each([
  '',
  '-180,-85,180,85',
  '170,60,200,84',
  '-2,53,-1,54',
  '7.58,47.55,7.6,47.56',
  '7.58,47.55,7.58,47.55',
])('finds what OpenLayers shows of %j', (text) => {
  for (const [width, height] of SIZES) {
    const size = [width, height]
    const view = new View({ enableRotation: false, maxZoom: 20, center: [0, 0], zoom: 1 })
    view.setViewportSize(size)
    view.fit(readExtent(text), { padding: PADDING, maxZoom: MAX_START_ZOOM })
    const position = fitExtent(readExtent(text), [width, height])
    expect(position.zoom).toBeCloseTo(view.getZoom()!)
    const shown = view.calculateExtent(size)
    const found = findShownExtent(position, [width, height])
    for (const [index, edge] of found.entries()) expect(edge).toBeCloseTo(shown[index]!, 0)
  }
})
