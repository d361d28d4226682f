import type { buildInfo3 } from '../../src/core/iiif/info-document.ts'

/** What a viewer reads from `info.json`. */
export type Info = Pick<ReturnType<typeof buildInfo3>, 'width' | 'height' | 'tiles' | 'sizes'>

/** What a viewer requests, and the size of the response that it expects. */
export interface ViewerRequest {
  region: string
  width: number
  height: number
}

/**
 * Computes all tiles from `info.json` alone, with the algorithm of section 3 of the implementation notes of Image API
 * 3.0, in the order of the levels.
 */
export function* computeTiles(info: Info): Generator<ViewerRequest> {
  const [{ width: side, scaleFactors }] = info.tiles as [(typeof info.tiles)[number]]
  for (const factor of scaleFactors) {
    const step = side * factor
    for (let top = 0; top < info.height; top += step) {
      for (let left = 0; left < info.width; left += step) {
        const regionWidth = left + step > info.width ? info.width - left : step
        const regionHeight = top + step > info.height ? info.height - top : step
        yield {
          region: `${left},${top},${regionWidth},${regionHeight}`,
          width:
            left + step > info.width ? Math.floor((info.width - left + factor - 1) / factor) : side,
          height:
            top + step > info.height ? Math.floor((info.height - top + factor - 1) / factor) : side,
        }
      }
    }
  }
}
