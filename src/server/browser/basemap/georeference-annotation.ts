/**
 * A part of a picture and where it is on the ground, from an annotation of the IIIF Georeference Extension 1.0
 * (https://iiif.io/api/extension/georef/).
 */
export interface GeoreferencedPicture {
  /** Address of its IIIF image service. */
  service: string
  /** Corners of the part that is a map, in pixels of the picture; undefined if that is the whole picture. */
  mask: Pixel[] | undefined
  /** Points of the picture, and where they are in degrees. */
  points: { pixel: Pixel; degrees: Pixel }[]
  transformation: { type?: string; options?: { order?: number } }
}

export type Pixel = [x: number, y: number]

/**
 * Reads an annotation, or a page of several. Annotations of a canvas are not supported, since their pictures are named by
 * a manifest.
 * @param address of the annotation. The addresses of services may be relative to it.
 * @throws Error if it has none that can be shown
 */
export function readAnnotations(given: unknown, address: URL): GeoreferencedPicture[] {
  const { items } = given as { items?: unknown[] }
  const pictures = (items ?? [given])
    .map((one) => readAnnotation(one, address))
    .filter((one) => one !== undefined)
  if (pictures.length === 0) throw new Error('There is no georeferenced picture.')
  return pictures
}

interface Source {
  id?: string
  '@id'?: string
  type?: string
}

interface Annotation {
  target?: { source?: Source; selector?: { value?: string } }
  body?: {
    transformation?: GeoreferencedPicture['transformation']
    features?: { properties?: { resourceCoords?: Pixel }; geometry?: { coordinates?: Pixel } }[]
  }
}

function readAnnotation(given: unknown, address: URL): GeoreferencedPicture | undefined {
  const { target, body } = given as Annotation
  const service = readService(target?.source, address)
  if (service === undefined) return undefined
  const points = (body?.features ?? []).flatMap(({ properties, geometry }) => {
    const [pixel, degrees] = [properties?.resourceCoords, geometry?.coordinates]
    return pixel && degrees ? [{ pixel, degrees }] : []
  })
  const mask = readPolygon(target?.selector?.value)
  return { service, mask, points, transformation: body?.transformation ?? {} }
}

function readService(source: Source | undefined, base: URL): string | undefined {
  const id = source?.id ?? source?.['@id']
  if (id === undefined || !source?.type?.startsWith('ImageService')) return undefined
  return new URL(id, base).href.replace(/\/$/v, '')
}

/** Reads the corners of `<polygon points="0,0 100,0 100,80" />`. */
function readPolygon(svg: string | undefined): Pixel[] | undefined {
  const points = /\bpoints="([^"]*)"/v.exec(svg ?? '')?.[1]
  const numbers = points?.match(/-?[\d.]+/gv)?.map(Number) ?? []
  const corners = numbers.flatMap((x, n): Pixel[] =>
    n % 2 === 0 ? [[x, numbers[n + 1] ?? 0]] : [],
  )
  return corners.length > 2 ? corners : undefined
}
