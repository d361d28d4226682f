/**
 * Statements that note on an image when deriving pictures from its current file failed, and forget it when
 * that is tried again, whoever changes jobs and however. The image's column `processing` follows from it.
 */
export const processing: readonly string[] = [
  `create trigger derivation_failed after update of state on job
  when new.kind = 'derive' and new.state = 'failed' begin
    update image set failure_of = file_version, failure_reason = new.last_error,
      failure_state = iif(new.failure is 'damaged', 'damaged', 'failed')
    where id = new.image_id
      and file_version = coalesce(json_extract(new.payload, '$.version'), file_version);
  end`,
  retried('derivation_retried', 'update of state on job'),
  retried('derivation_queued', 'insert on job'),
]

function retried(name: string, event: string): string {
  return `create trigger ${name} after ${event}
  when new.kind = 'derive' and new.state = 'queued' begin
    update image set failure_of = null, failure_reason = null, failure_state = null
    where id = new.image_id and failure_of is not null;
  end`
}
