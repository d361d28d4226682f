/** Changes that were made together, and are reverted together. `batch` is a UUID. */
export const auditBatches: readonly string[] = [
  'alter table audit_entry add column batch text',
  'create index audit_entry_in_batch on audit_entry (batch, id) where batch is not null',
]
