import type { Config } from '../../core/config/config.ts'
import { formatAddress, isUnspecified } from '../terminal/format-address.ts'
import { createResults, type CheckResult } from './check-result.ts'

/** Reports settings with which a server starts, but its users miss something. */
export function checkSettings(config: Config): CheckResult[] {
  return [...checkAddress(config), ...checkSignIn(config)]
}

function checkAddress({ baseUrl, host, port }: Config): CheckResult[] {
  if (baseUrl !== null || !isUnspecified(host)) return []
  const { warning } = createResults('base_url')
  return [
    warning(
      `Links would begin with http://${formatAddress(host, port)}, which other computers cannot open.`,
      'Set CATALOG_BASE_URL to the public address.',
    ),
  ]
}

function checkSignIn({ dev, osmClientId }: Config): CheckResult[] {
  if (dev || osmClientId !== null) return []
  const { warning } = createResults('sign_in')
  return [
    warning(
      'Nobody can sign in, because CATALOG_OSM_CLIENT_ID is not set.',
      'Register the instance at OpenStreetMap as docs/sign-in.md says, or try it on this computer with --dev.',
    ),
  ]
}
