import { joinExtents, moveBeside, type Extent } from '../geometry/extent.ts'
import { toWords, type NamedPlace } from './named-place.ts'

/** Parts of a street or river that are so many degrees of latitude apart, about 1 km, belong together. */
const GAP = 0.01

/** Streets that are kept in memory, about 100 bytes each. Parts that come later than that are streets of their own. */
const MAX_STREETS = 200_000

/** Each part is compared with the streets of the same name, which are finished when there are this many. */
const MAX_SAME_NAME = 2000

const MERGED: readonly string[] = ['street', 'water']

export interface StreetMerger {
  /** Adds a place. @returns places that are finished */
  add(place: NamedPlace): NamedPlace[]
  /** Returns the rest. */
  finish(): NamedPlace[]
}

/** Joins the parts in which OpenStreetMap has a street or a river, if they have the same name and are near each other. */
export function createStreetMerger(maxStreets = MAX_STREETS): StreetMerger {
  const byName = new Map<string, NamedPlace[]>()
  let count = 0
  const finish = (): NamedPlace[] => {
    const places = [...byName.values()].flat()
    byName.clear()
    count = 0
    return places
  }
  return {
    add(place) {
      if (!MERGED.includes(place.kind)) return [place]
      const key = `${place.kind} ${toWords(place.name).join(' ')}`
      const known = byName.get(key) ?? []
      const near = known.filter((other) => isNear(place.extent, other.extent))
      byName.set(key, [near.reduce(join, place), ...known.filter((one) => !near.includes(one))])
      count += 1 - near.length
      if (count > maxStreets) return finish()
      if (known.length < MAX_SAME_NAME) return []
      const places = byName.get(key) ?? []
      byName.delete(key)
      count -= places.length
      return places
    },
    finish,
  }
}

function isNear(one: Extent, other: Extent): boolean {
  const [west, south, east, north] = moveBeside(other, one)
  const gapX = GAP / Math.max(Math.cos((one[1] * Math.PI) / 180), 0.05)
  const isBeside = one[0] - east <= gapX && west - one[2] <= gapX
  return isBeside && one[1] - north <= GAP && south - one[3] <= GAP
}

function join(one: NamedPlace, other: NamedPlace): NamedPlace {
  return {
    ...one,
    otherNames: [...new Set([...one.otherNames, ...other.otherNames])].slice(0, 20),
    extent: joinExtents(one.extent, other.extent),
  }
}
