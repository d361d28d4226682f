import { IIIF, Image, Manifest } from '@allmaps/iiif-parser'
import type { TestServer } from './test-server.ts'

/**
 * Reads the information document and the manifest of an image with the parser of Allmaps.
 * @param identifier of the image service
 * @returns what is wrong
 */
export async function findParserProblems(
  server: TestServer,
  image: number,
  identifier = String(image),
): Promise<string[]> {
  const info = await server.get(`/iiif/3/${identifier}/info.json`)
  const manifest = await server.get(`/iiif/presentation/3/images/${image}/`)
  try {
    const service = IIIF.parse(info)
    const parsed = IIIF.parse(manifest)
    if (!(service instanceof Image) || !(parsed instanceof Manifest)) return ['another type']
    const [canvas] = parsed.canvases
    const facts: [what: string, read: unknown, meant: unknown][] = [
      ['version', service.majorVersion, 3],
      [
        'levels',
        service.tileZoomLevels.map((level) => level.scaleFactor),
        info.tiles[0].scaleFactors,
      ],
      ['every region', service.supportsAnyRegionAndSize, true],
      ['size', [service.width, service.height], [info.width, info.height]],
      ['label', parsed.label, manifest.label],
      ['service', canvas?.image.uri, service.uri],
      ['canvas', [canvas?.width, canvas?.height], [info.width, info.height]],
    ]
    return facts
      .map(([what, ...values]) => [what, ...values.map((value) => JSON.stringify(value))])
      .filter(([, read, meant]) => read !== meant)
      .map(
        ([what, read, meant]) => `image ${image}: Allmaps reads the ${what} ${read}, not ${meant}`,
      )
  } catch (error) {
    return [`image ${image}: Allmaps cannot read it: ${String(error)}`]
  }
}
