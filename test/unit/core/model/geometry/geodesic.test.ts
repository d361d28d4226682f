import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { computeGeodesic } from '../../../../../src/core/model/geometry/geodesic.ts'

const MEASURED = new URL('../../../../../fixtures/oracles/geography.tsv', import.meta.url)

test('agrees with PostGIS on distances and azimuths', async () => {
  const [, ...lines] = (await readFile(MEASURED, 'utf8')).trim().split('\n')
  expect(lines.length).toBeGreaterThan(70)
  for (const line of lines) {
    const [fromLat, fromLon, toLat, toLon, , meters, degrees] = line.split('\t')
    const from = { latitude: Number(fromLat), longitude: Number(fromLon) }
    const to = { latitude: Number(toLat), longitude: Number(toLon) }
    const { distance, azimuth } = computeGeodesic(from, to)
    expect(distance.toFixed(4), line).toBe(meters)
    // PostGIS gives no azimuth between equal positions.
    if (degrees !== '\\N') expect(((azimuth + 360) % 360).toFixed(6), line).toBe(degrees)
  }
})
