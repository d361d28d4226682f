import type { Tables } from '../db/tables.ts'

/** What is done to an object. */
export type AuditVerb =
  | 'accept-invitation'
  | 'add-dev'
  | 'announce'
  | 'create'
  | 'delete'
  | 'edit'
  | 'empty_trash'
  | 'ensure-staff'
  | 'forget'
  | 'hide'
  | 'merge'
  | 'moderate'
  | 'move'
  | 'pause'
  | 'prune'
  | 'publish'
  | 'purge'
  | 'refresh'
  | 'reinstate'
  | 'remove'
  | 'reopen'
  | 'reorder'
  | 'replace'
  | 'reprocess'
  | 'reset'
  | 'resolve'
  | 'restore'
  | 'resume'
  | 'retry'
  | 'revoke'
  | 'revoke-staff'
  | 'rotate'
  | 'set'
  | 'set_duplicate'
  | 'set_from_above'
  | 'set_geometry'
  | 'set_scale'
  | 'set_status'
  | 'suspend'
  | 'tag'
  | 'unhide'
  | 'use'

/** The type of an object, or a part of it, and a verb: `image.edit`. */
export type AuditAction = `${string}.${AuditVerb}`

/** The tables with an id whose rows are recorded column by column. The type of the object is the name of the table. */
export type AuditedTable = keyof Pick<
  Tables,
  | 'user'
  | 'license'
  | 'source'
  | 'collection'
  | 'subject'
  | 'subject_geometry'
  | 'image'
  | 'georeference'
  | 'from_above_georeference'
  | 'validation'
  | 'comment'
  | 'flag'
>

/** Types of objects whose changes are recorded. */
export type AuditedType =
  | AuditedTable
  | 'app'
  | 'audit_entry'
  | 'job'
  | 'job_queue'
  | 'key'
  | 'setting'
  | 'staff_invitation'
  | 'storage'
  | 'token'
