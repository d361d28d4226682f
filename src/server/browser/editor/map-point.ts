import { fromLonLat, toLonLat } from 'ol/proj.js'
import type { MapPoint } from './aim.ts'

/** A position in degrees (WGS 84). */
export interface Position {
  latitude: number
  longitude: number
}

export function toPoint([x = 0, y = 0]: readonly number[] = []): MapPoint {
  return [x, y]
}

export function toMapPoint({ longitude, latitude }: Position): MapPoint {
  return toPoint(fromLonLat([longitude, latitude]))
}

/** Longitudes are between -180 and 180 degrees, wherever the map was moved. */
export function toPosition(point: MapPoint): Position {
  const [longitude = 0, latitude = 0] = toLonLat([...point])
  return { latitude, longitude }
}
