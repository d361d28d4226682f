import { formatTimestamp } from '../../core/base/clock.ts'
import { canImport, type Caller } from '../../core/auth/caller.ts'
import type { Me } from '../../core/contract/me.ts'

export function presentMe(caller: Caller): Me {
  return {
    map_id: caller.userId,
    osm_id: caller.userId,
    username: caller.username,
    is_staff: caller.isStaff,
    can_import: canImport(caller),
    scopes: caller.scopes,
    expires_at: formatTimestamp(caller.tokenExpiresAt),
  }
}
