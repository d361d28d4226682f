import type { Config } from '../../core/config/config.ts'
import { createResults, type CheckResult } from './check-result.ts'

/**
 * Checks whether the server takes the address of a proxy for that of its clients. It serves no TLS itself, so a proxy is in
 * front of every https address.
 */
export function checkProxy({
  baseUrl,
  trustProxy,
}: Pick<Config, 'baseUrl' | 'trustProxy'>): CheckResult[] {
  if (trustProxy > 0 || !baseUrl?.startsWith('https:')) return []
  return [
    createResults('proxy').warning(
      `A proxy passes on the requests for ${baseUrl}, but the server does not trust it: all clients share the limits of its address.`,
      'Set CATALOG_TRUST_PROXY to the number of proxies in front of the server.',
    ),
  ]
}
