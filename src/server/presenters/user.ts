import type { User } from '../../core/contract/user.ts'
import type { ContributorRow } from '../../core/queries/people/contributors.ts'

export function presentUser(row: ContributorRow): User {
  return {
    id: row.id,
    username: row.username,
    point_georeferences: row.points,
    from_above_georeferences: row.areas,
  }
}
