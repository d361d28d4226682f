import type { MeasuredServices, Metrics } from './metrics.ts'

export interface ServedMetrics extends Metrics {
  /** Such as `http://127.0.0.1:9464/metrics`. */
  readonly url: string
}

/**
 * Serves metrics if the settings name an address for them. Their library is loaded only then.
 * @param stack stops the listener
 */
export async function startMetrics(
  stack: AsyncDisposableStack,
  catalog: MeasuredServices,
): Promise<ServedMetrics | undefined> {
  const { metrics: address } = catalog.config
  if (address === null) return undefined
  const { createMetrics } = await import('./metrics.ts')
  const { serveMetrics } = await import('./listener.ts')
  const metrics = createMetrics(catalog)
  const { url } = stack.use(await serveMetrics(metrics.registry, address))
  return { ...metrics, url }
}
