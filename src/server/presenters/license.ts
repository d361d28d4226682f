import type { License } from '../../core/contract/license.ts'
import type { Row } from '../../core/database/tables.ts'

export function presentLicense(license: Omit<Row<'license'>, 'name_folded'>): License {
  return {
    id: license.id,
    name: license.name,
    display_name: license.display_name,
    permalink: license.permalink,
  }
}
