import { expect, test } from 'vitest'
import { createStreetMerger } from '../../../../../src/core/model/gazetteer/merge-streets.ts'
import {
  listNameEnds,
  type NamedPlace,
} from '../../../../../src/core/model/gazetteer/named-place.ts'
import { parseGeonames } from '../../../../../src/core/model/gazetteer/parse-geonames.ts'
import { parseOsmFeature } from '../../../../../src/core/model/gazetteer/parse-osm-feature.ts'
import {
  readPlaces,
  startPlacesReport,
} from '../../../../../src/core/model/gazetteer/read-places.ts'

const TOWN =
  '5128581\tNew York City\tNew York City\tGotham,Nueva York\t40.71427\t-74.00597\tP\tPPL\tUS\t\tNY\t\t\t\t8804190\t10\t57\tAmerica/New_York\t2024-01-01'

test('parses a line of GeoNames', () => {
  expect(parseGeonames(TOWN)).toEqual({
    name: 'New York City',
    otherNames: ['Gotham', 'Nueva York'],
    kind: 'settlement',
    extent: [-74.00597, 40.71427, -74.00597, 40.71427],
    inhabitants: 8_804_190,
  })
})

test('takes words of the language of this program for other words', () => {
  expect(parseGeonames(TOWN.replace('\tP\t', '\tconstructor\t'))).toBe('unused')
  const feature = {
    type: 'Feature',
    properties: { name: 'Constructor\0 Town', place: 'constructor' },
    geometry: { type: 'Point', coordinates: [1, 2] },
  }
  expect(parseOsmFeature(JSON.stringify(feature))).toMatchObject({
    name: 'Constructor  Town',
    inhabitants: 0,
  })
})

test('reads more streets than it keeps, after a byte order mark', async () => {
  async function* lines() {
    for (let number = 1; number <= 200_050; number += 1) {
      const properties = { name: `Street ${number}`, highway: 'residential' }
      const geometry = { type: 'Point', coordinates: [number % 180, 0] }
      const text = JSON.stringify({ type: 'Feature', properties, geometry })
      yield await Promise.resolve({ number, text: number === 1 ? `\uFEFF${text}` : text })
    }
  }
  const report = startPlacesReport()
  let count = 0
  for await (const places of readPlaces(lines(), report)) count += places.length
  expect([count, report.malformed]).toEqual([200_050, 0])
})

test.each([
  ['a\tb', { problem: 'has 2 columns separated by tabs instead of 19' }],
  [TOWN.replace('40.71427', '95'), { problem: 'has no latitude and longitude in columns 5 and 6' }],
  [TOWN.replace('\tP\t', '\tU\t'), 'unused'],
])('tells what is wrong with %j of GeoNames', (line, expected) => {
  expect(parseGeonames(line)).toEqual(expected)
})

const feature = (properties: object, coordinates: unknown) =>
  JSON.stringify({ type: 'Feature', properties, geometry: { coordinates } })

test.each([
  [{ highway: 'primary' }, 'street', 0],
  [{ place: 'town' }, 'settlement', 10_000],
  [{ place: 'city', population: '8,804,190' }, 'settlement', 8_804_190],
  [{ place: 'square' }, 'street', 0],
  [{ place: 'island' }, 'area', 0],
  [{ natural: 'peak' }, 'landform', 0],
  [{ natural: 'water' }, 'water', 0],
  [{ amenity: 'school', building: 'yes' }, 'building', 0],
])('takes %j of OpenStreetMap for a %s', (tags, kind, inhabitants) => {
  const line = `\u001E${feature({ name: 'Vine', old_name: 'Wine; Vin', ...tags }, [[7, 50], [7.1, 50.2]])}` // prettier-ignore
  expect(parseOsmFeature(line)).toEqual({
    name: 'Vine',
    otherNames: ['Wine', 'Vin'],
    kind,
    extent: [7, 50, 7.1, 50.2],
    inhabitants,
  })
})

test.each([
  ['{', { problem: 'is not JSON' }],
  ['[]', { problem: 'is not a GeoJSON feature' }],
  ['null', { problem: 'is not a GeoJSON feature' }],
  [
    '{"type":"FeatureCollection"}',
    { problem: 'is a FeatureCollection; write a feature in each line (GeoJSONSeq)' },
  ],
  [feature({ highway: 'primary' }, [7, 50]), 'unused'],
  [feature({ name: 'Vine', power: 'pole' }, [7, 50]), 'unused'],
  [
    feature({ name: 'Vine', highway: 'primary' }, [50, 97]),
    { problem: 'has no geometry with longitudes and latitudes' },
  ],
  [
    feature({ name: 'Vine', highway: 'primary' }, [[[[[[7, 50]]]]]]),
    { problem: 'has no geometry with longitudes and latitudes' },
  ],
])('tells what is wrong with %j of OpenStreetMap', (line, expected) => {
  expect(parseOsmFeature(line)).toEqual(expected)
})

test('parses a place across the antimeridian', () => {
  const coordinates = [[[[177, -18], [180, -18]]], [[[-180, -18], [-178, -16]]]] // prettier-ignore
  expect(parseOsmFeature(feature({ name: 'Fiji', place: 'region' }, coordinates))).toMatchObject({
    extent: [177, -18, 182, -16],
  })
})

const street = (name: string, west: number, east: number): NamedPlace => ({
  name,
  otherNames: [],
  kind: 'street',
  extent: [west, 50, east, 50],
  inhabitants: 0,
})

test('joins the parts of a street, also if the middle comes last', () => {
  const merger = createStreetMerger()
  for (const place of [
    street('Vine Street', 7, 7.01),
    street('Vine Street', 7.04, 7.06),
    street('Oak Street', 7.01, 7.02),
    street('Vine Street', 9, 9.01),
    street('VINE STREET', 7.01, 7.03),
  ])
    expect(merger.add(place)).toEqual([])
  const extents = merger.finish().map(({ name, extent: [west, , east] }) => [name, west, east])
  expect(extents).toEqual([
    ['VINE STREET', 7, 7.06],
    ['Vine Street', 9, 9.01],
    ['Oak Street', 7.01, 7.02],
  ])
})

test('joins the parts of a street on both sides of the antimeridian', () => {
  const merger = createStreetMerger()
  merger.add(street('Hordern Road', 179.875, 180))
  merger.add(street('Hordern Road', -180, -179.75))
  expect(merger.finish()).toMatchObject([{ extent: [179.875, 50, 180.25, 50] }])
})

test('keeps at most so many streets in memory', () => {
  const merger = createStreetMerger(2)
  const added = ['A', 'B', 'C'].map((name) => merger.add(street(name, 7, 7)).length)
  expect([...added, merger.finish().length]).toEqual([0, 0, 3, 0])
})

test('lists the ends of a name without case, accents and punctuation', () => {
  expect(listNameEnds('W. Ninth')).toEqual(['west 9th', '9th'])
  expect(listNameEnds('constructor')).toEqual(['constructor'])
  expect(listNameEnds('Große Bäcker-Str.')).toEqual(['grosse backer str', 'backer str', 'str'])
})
