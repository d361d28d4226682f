import type { CommonStatements } from './schema-change.ts'
import type { SchemaSql } from './schema-sql.ts'

/**
 * Indexes of the audit log: the changes by one user, newest first, and those of the contributions to one image, whose
 * recorded rows contain the id of the image. An index of the text as it is recorded also covers older entries.
 */
export function auditIndexes(sql: SchemaSql): CommonStatements {
  const imageId = `cast(${sql.jsonField('coalesce(before, after)', 'image_id')} as text)`
  return {
    tables: [
      `
drop index audit_entry_by;
create index audit_entry_by on audit_entry (user_id, id);
create index audit_entry_of_image on audit_entry (${imageId}, id) where ${imageId} is not null;
`,
    ],
  }
}
