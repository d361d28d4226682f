import { getCenter } from 'ol/extent.js'
import { toLonLat } from 'ol/proj.js'
import { expect, test } from 'vitest'
import { readExtent } from '../../../../src/server/browser/map-marks.ts'

test.each([
  ['-2,53,-1,54', -1.5],
  ['357,53,359,54', -2],
  ['170,-20,200,-10', -175],
])('starts a map of %s around longitude %f', (text, longitude) => {
  expect(toLonLat(getCenter(readExtent(text)))[0]).toBeCloseTo(longitude)
})
