import { byteOrder } from '../postgres/migrations/collations.ts'
import { eventPlans } from '../postgres/migrations/event-plans.ts'
import { postgresInitial } from '../postgres/migrations/initial.ts'
import { expansions } from '../postgres/migrations/expansions.ts'
import { runningNodes } from '../postgres/migrations/running-nodes.ts'
import { guardedNulls } from '../sqlite/migrations/guarded-nulls.ts'
import { sqliteInitial } from '../sqlite/migrations/initial.ts'
import { appAuthorizations } from './app-authorizations.ts'
import { archivePosition } from './archive-position.ts'
import { auditBatches } from './audit-batches.ts'
import { auditIndexes } from './audit-indexes.ts'
import { communityTables, communityTriggers } from './community.ts'
import { dateOrder } from './date-order.ts'
import { dottedI } from './dotted-i.ts'
import { fileFactColumns } from './file-facts.ts'
import { gazetteerTables } from './gazetteer.ts'
import { gazetteerNames } from './gazetteer-names.ts'
import { gpsPosition } from './gps-position.ts'
import { imageCounts } from './image-counts.ts'
import { initialTables, initialTriggers } from './initial/index.ts'
import { licenseIndex } from './license-index.ts'
import { placedTitles } from './placed-titles.ts'
import { publicChanges } from './public-changes.ts'
import type { SchemaChange } from './schema-change.ts'
import { undated } from './undated.ts'
import { validationIndexes } from './validation-indexes.ts'
import { verdictCounts } from './verdict-counts.ts'
import { visitTable } from './visits.ts'

/**
 * The migrations of both engines by name, applied in the order of their names. A migration that was released never
 * changes. A new one is added here, once for both engines.
 */
export const schemaChanges: Readonly<Record<string, SchemaChange>> = {
  '0001-initial-9': {
    common: (sql) => ({ tables: initialTables(sql), triggers: initialTriggers(sql) }),
    sqlite: sqliteInitial,
    postgres: postgresInitial,
  },
  '0002-community': {
    common: () => ({ tables: communityTables, triggers: communityTriggers }),
  },
  '0003-file-facts': {
    common: () => ({ tables: fileFactColumns }),
  },
  '0004-image-counts': {
    common: imageCounts,
  },
  '0005-audit-indexes': {
    common: auditIndexes,
  },
  '0006-visits': {
    common: () => ({ tables: visitTable }),
  },
  '0009-guarded-nulls': {
    sqlite: guardedNulls,
  },
  '0010-validation-indexes': {
    common: () => ({ tables: validationIndexes }),
  },
  '0012-app-authorizations': {
    common: () => ({ tables: appAuthorizations }),
  },
  '0014-license-index': {
    common: () => ({ tables: licenseIndex }),
  },
  '0015-running-nodes': {
    postgres: runningNodes,
  },
  '0016-collations': {
    postgres: byteOrder,
  },
  '0017-audit-batches': {
    common: () => ({ tables: auditBatches }),
  },
  '0020-gazetteers': {
    common: () => ({ tables: gazetteerTables }),
  },
  '0021-placed-titles': placedTitles,
  '0022-verdict-counts': verdictCounts,
  '0023-gazetteer-names': {
    common: () => ({ tables: gazetteerNames }),
  },
  '0024-undated': undated,
  '0025-date-order': dateOrder,
  '0026-gps-position': {
    common: () => ({ tables: gpsPosition }),
  },
  '0027-archive-position': archivePosition,
  '0028-public-changes': publicChanges,
  '0029-dotted-i': dottedI,
  '0030-event-plans': {
    postgres: eventPlans,
  },
  '0031-expansions': {
    postgres: expansions,
  },
}
