import type { Chance } from './random.ts'
import { words } from './random.ts'

/** The contents of a generated catalog, in proportion to its images. */
export interface Size {
  images: number
  points: number
  areas: number
  subjects: number
  collections: number
  sources: number
  comments: number
  users: number
  creators: number
  cities: number
}

const LARGEST = 1_000_000

/** 1,000,000 images have 500,000 points, 50,000 polygons and 20,000 subjects; smaller catalogs in proportion. */
export function sizeOf(images: number): Size {
  const share = (number: number, least = 1) =>
    Math.max(least, Math.round((number * images) / LARGEST))
  return {
    images,
    points: share(500_000),
    areas: share(50_000),
    subjects: share(20_000, 100),
    collections: share(3000, 50),
    sources: share(150, 10),
    comments: share(100_000),
    users: share(2000, 20),
    creators: share(20_000, 100),
    cities: share(300, 20),
  }
}

/** The image with the most related rows. */
export const RICH = { image: 77, points: 20, comments: 50 }

export interface City {
  latitude: number
  longitude: number
}

export function createCities(chance: Chance, { cities }: Size): City[] {
  return Array.from({ length: cities }, () => ({
    latitude: Math.asin(chance.next() * 1.6 - 0.7) * (180 / Math.PI),
    longitude: chance.next() * 360 - 180,
  }))
}

/** Returns a place near one of the cities; the first cities are the largest. */
export function placeNear(chance: Chance, cities: readonly City[]): City {
  const city = cities[chance.zipf(cities.length)]!
  const latitude = Math.max(-89, Math.min(89, city.latitude + chance.normal() * 0.05))
  const longitude = city.longitude + chance.normal() * 0.08
  return { latitude, longitude: ((((longitude + 180) % 360) + 360) % 360) - 180 }
}

/** One of this many places is anywhere on Earth, and as many are near a pole or the antimeridian. */
const ELSEWHERE = 200

/** Returns a place near one of the cities in most cases. */
export function placeOnEarth(chance: Chance, cities: readonly City[]): City {
  if (chance.below(ELSEWHERE) === 0) return placeAnywhere(chance)
  if (chance.below(ELSEWHERE) === 0) return placeAtEdge(chance)
  return placeNear(chance, cities)
}

function placeAnywhere(chance: Chance): City {
  const latitude = Math.asin(chance.next() * 2 - 1) * (180 / Math.PI)
  return { latitude, longitude: chance.next() * 360 - 180 }
}

function placeAtEdge(chance: Chance): City {
  const { latitude, longitude } = placeAnywhere(chance)
  const near = chance.below(3) === 0 ? 0 : chance.next() * 0.2
  const side = chance.is(0.5) ? -1 : 1
  return chance.is(0.5)
    ? { latitude: side * (90 - near), longitude }
    : { latitude, longitude: side * (180 - near) }
}

/** Returns a small, slightly tilted quadrangle as canonical GeoJSON. */
export function quadrangle(chance: Chance, { latitude, longitude }: City): string {
  const side = 0.002 + chance.next() * 0.02
  const lean = side * 0.2
  const ring = [
    [longitude, latitude],
    [longitude + side, latitude + lean],
    [longitude + side - lean, latitude + side],
    [longitude - lean, latitude + side - lean],
    [longitude, latitude],
  ]
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] })
}

/** Returns a date as in archives; null for one in five. */
export function edtfDate(chance: Chance): string | null {
  if (chance.is(0.2)) return null
  const year = 1840 + Math.floor(160 * Math.sqrt(chance.next()))
  if (chance.is(0.5)) return String(year)
  if (chance.is(0.5)) return `${year}~`
  if (chance.is(0.5)) return `${String(year).slice(0, 3)}X`
  if (chance.is(0.5)) return `${year}/${year + 1 + chance.below(10)}`
  return `${year}-${String(1 + chance.below(12)).padStart(2, '0')}`
}

export function creatorNames(chance: Chance, { creators }: Size): string[] {
  return Array.from({ length: creators }, (_, n) => `${words(chance, 2, 2)} ${n}`)
}
