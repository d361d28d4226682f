import { MVT } from 'ol/format.js'

export interface DecodedFeature {
  id: number | string | undefined
  layer: string
  type: string
  properties: Record<string, unknown>
  /** Coordinates in units of the extent, one after the other. */
  coordinates: number[]
  /** Where each ring of a polygon ends in the coordinates. */
  ends: number[]
}

/** Decodes a vector tile with the map library of the pages. */
export function decodeTile(bytes: Uint8Array): DecodedFeature[] {
  const buffer = Uint8Array.from(bytes).buffer
  const features = new MVT().readFeatures(buffer)
  return features.map((feature) => {
    const { layer, ...properties } = feature.getProperties()
    return {
      id: feature.getId(),
      layer: layer as string,
      type: feature.getType(),
      properties,
      coordinates: feature.getFlatCoordinates(),
      ends: feature.getEnds() ?? [],
    }
  })
}

/** Sums up how many georeferences the features of some layers stand for. */
export function countOnTile(
  features: readonly DecodedFeature[],
  layers: readonly string[],
): number {
  return features
    .filter(({ layer }) => layers.includes(layer))
    .reduce((sum, { properties }) => sum + Number(properties.count ?? 1), 0)
}
