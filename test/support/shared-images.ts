import { startImages } from '../../src/core/catalog.ts'
import type { Config } from '../../src/core/config.ts'
import { silentLog } from '../../src/core/log.ts'
import type { ImagePool } from '../../src/core/processes/image-pool.ts'

const pools = new Map<string, ImagePool>()

/**
 * Decodes the pictures of all catalogues of a test worker that have the same settings, since a child takes
 * longer to start than most tests to run. Children that rest end by themselves, or with the worker.
 */
export function sharedImages({ imageWorkers, maxPixels }: Config): ImagePool {
  // What can be decoded depends on the programs that are found at the start.
  const key = [imageWorkers, maxPixels, process.env.PATH].join()
  const images = pools.get(key) ?? startImages({ imageWorkers, maxPixels }, silentLog)
  pools.set(key, images)
  return images
}
