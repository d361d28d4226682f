import type { SchemaSql } from '../schema-sql.ts'

/**
 * Triggers that record on an image that its derive job failed, and clear the record when the job is queued again.
 * The generated column `processing` depends on it.
 */
export const processingTriggers = (sql: SchemaSql): readonly string[] => [
  `create trigger derivation_failed after update of state on job
  when new.kind = 'derive' and new.state = 'failed' begin
    update image set failure_of = file_version, failure_reason = new.last_error,
      failure_state = ${sql.choose(sql.same('new.failure', "'damaged'"), "'damaged'", "'failed'")}
    where id = new.image_id
      and file_version = coalesce(${sql.jsonField('new.payload', 'version')}, file_version);
  end`,
  createRetryTrigger('derivation_retried', 'update of state on job'),
  createRetryTrigger('derivation_queued', 'insert on job'),
]

function createRetryTrigger(name: string, event: string): string {
  return `create trigger ${name} after ${event}
  when new.kind = 'derive' and new.state = 'queued' begin
    update image set failure_of = null, failure_reason = null, failure_state = null
    where id = new.image_id and failure_of is not null;
  end`
}
