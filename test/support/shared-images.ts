import { startImages } from '../../src/core/catalog/open-catalog.ts'
import type { Config } from '../../src/core/config/config.ts'
import { silentLog } from '../../src/core/base/log.ts'
import type { ImagePool } from '../../src/core/imaging/process/image-pool.ts'

const pools = new Map<string, ImagePool>()

/**
 * Shares an image pool between all catalogs of a test worker with the same settings, because starting a child takes
 * longer than most tests. Idle children exit by themselves, or with the worker.
 */
export function sharedImages({ imageWorkers, maxPixels }: Config): ImagePool {
  // The accepted formats depend on the programs found at the start.
  const key = [imageWorkers, maxPixels, process.env.PATH].join()
  const images = pools.get(key) ?? startImages({ imageWorkers, maxPixels }, silentLog)
  pools.set(key, images)
  return images
}
