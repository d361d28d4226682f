import type { ProcessingState } from '../model/processing.ts'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { SubjectAction } from '../model/event-types.ts'
import type { ChangeTable } from '../list-cache/changes.ts'
import type { ActivityEventTable } from './event-table.ts'
import type * as authorization from './authorization-tables.ts'

/**
 * The tables as kysely sees them; the migrations say the same in SQL. Times are microseconds since the
 * epoch, flags 0 or 1, JSON is text. A `_folded` column is the twin of a text for matching and sorting
 * without regard to case.
 */
export interface Tables {
  user: UserTable
  staff_invitation: StaffInvitationTable
  license: LicenseTable
  source: SourceTable
  collection: CollectionTable
  subject: SubjectTable
  subject_geometry: SubjectGeometryTable
  image: ImageTable
  image_id: { id: Generated<number> }
  image_subject: ImageSubjectTable
  subject_change: SubjectChangeTable
  georeference: GeoreferenceTable
  from_above_georeference: FromAboveGeoreferenceTable
  point_current: PointCurrentTable
  area_current: CurrentColumns
  subject_count: SubjectCountTable
  user_count: UserCountTable
  validation: ValidationTable
  comment: CommentTable
  activity_event: ActivityEventTable
  /** One row, kept by triggers: how many georeferences of both kinds there are. */
  georeference_total: { count: ColumnType<number, never, never> }
  setting: { name: string; value: string }
  slot: SlotTable
  idempotency_key: IdempotencyKeyTable
  job: JobTable
  /** At most one row. */
  job_pause: { id: 1; since: number }
  maintenance_run: { name: string; ran_at: number }
  session: authorization.SessionTable
  oauth_client: authorization.OAuthClientTable
  oauth_grant: authorization.OAuthGrantTable
  oauth_code: authorization.OAuthCodeTable
  oauth_token: authorization.OAuthTokenTable
  consent: authorization.ConsentTable
  used_sign_in: authorization.UsedSignInTable
  change: ChangeTable
  collection_count: { collection_id: number; images: number }
}

export type Flag = 0 | 1
export type Confidence = 'low' | 'medium' | 'high'
export type Verdict = 'correct' | 'uncertain' | 'incorrect'
export type Mirror = 'none' | 'h' | 'v'
export type Rotation = 0 | 90 | 180 | 270

export interface UserTable {
  /** The OpenStreetMap account's number. */
  id: number
  username: string
  username_folded: string
  is_staff: Flag
  created_at: number
}

/** Staff status promised to a name that has not signed in yet. */
export interface StaffInvitationTable {
  username_folded: string
  username: string
  expires_at: number
}

export interface LicenseTable {
  id: Generated<number>
  name: string
  name_folded: string
  display_name: string
  permalink: string
}

export interface SourceTable {
  id: Generated<number>
  name: string
  name_folded: string
  slug: string
  url: string
  description: string
  public: Flag
}

export interface CollectionTable {
  id: Generated<number>
  source_id: number
  name: string
  name_folded: string
  slug: string
  url: string
  description: string
  public: Flag
  announced_at: number | null
  announced_by: number | null
}

export interface SubjectTable {
  id: Generated<number>
  title: string
  title_folded: string
  slug: string
  description: string | null
  kb_id: string
  kb_uri: string
  kb_title: string
  kb_description: string
}

export interface SubjectGeometryTable {
  id: Generated<number>
  subject_id: number
  /** `way/123`: where the outline comes from. */
  map_id: string
  /** Canonical GeoJSON, kept as text; `geom` is the same for SpatiaLite. */
  geometry: string
  geom: Uint8Array
}

export interface ImageTable {
  id: number
  collection_id: number
  title: string
  original_date: string | null
  edtf_date: string | null
  /** Bounds of the EDTF date in days since the epoch, inclusive; null when there is no EDTF date. */
  strict_from: number | null
  strict_to: number | null
  fuzzy_from: number | null
  fuzzy_to: number | null
  original_url: string | null
  description: string | null
  creator: string | null
  creator_folded: string | null
  reference_id: string | null
  license_id: number | null
  scale: string | null
  rotation: Rotation
  mirror: Mirror
  from_above: Flag
  will_not_georef: Flag
  duplicate_of: number | null
  /** Place in the collection's order; the id where none was set. */
  position: number | null
  created_at: number
  created_by: number | null
  /** The original file: null in all of these when there is none yet. */
  file_version: string | null
  file_type: string | null
  file_sha256: string | null
  file_size: number | null
  /** The published derivatives' unguessable folder, and whether a corrected full-size file is among them. */
  generation: string | null
  generation_corrected: Flag
  /** Which `file_version` the generation was made from. */
  generation_of: string | null
  /** What is wrong with the file that the generation was made from, as a sentence; null for a sound one. */
  generation_damage: string | null
  /** The `file_version` that no pictures could be made from, and why; null unless that was given up. */
  failure_of: string | null
  failure_state: 'damaged' | 'failed' | null
  failure_reason: string | null
  /** What became of the current file; null when there is none. Follows from the columns above. */
  processing: Kept<ProcessingState | null>
  processing_reason: Kept<string | null>
  /**
   * Of the newest georeference of the kind that counts: a polygon for a from-above image, else a point.
   * Kept by triggers, never written by hand.
   */
  last_georeferenced_at: ColumnType<number | null, undefined, never>
  last_confidence: ColumnType<Confidence | null, undefined, never>
  /** Counts changes of the metadata, the file and the tags, from 1. Kept by triggers. */
  revision: ColumnType<number, undefined, number>
}

export interface ImageSubjectTable {
  image_id: number
  subject_id: number
  position: number
  tagged_by: number | null
  tagged_at: number
}

/** The whole history of tagging; what present tags tell stands here too. */
export interface SubjectChangeTable {
  id: Generated<number>
  action: SubjectAction
  image_id: number
  subject_id: number | null
  changed_by: number | null
  changed_at: number
  /** JSON arrays of subject ids, only of a reorder. */
  previous_order: string | null
  new_order: string | null
}

interface GeoreferenceColumns {
  id: Generated<number>
  image_id: number
  confidence: Confidence
  confidence_notes: string | null
  user_id: number
  created_at: number
  geom: Uint8Array
}

export interface GeoreferenceTable extends GeoreferenceColumns {
  latitude: number
  longitude: number
  direction: number | null
}

export interface FromAboveGeoreferenceTable extends GeoreferenceColumns {
  /** Canonical GeoJSON Polygon, kept as text. */
  polygon: string
}

/** Kept by triggers, never written by hand. */
type Kept<Value> = ColumnType<Value, never, never>

/** The newest georeference of each image that is no duplicate. */
interface CurrentColumns {
  /** The georeference's. */
  id: Kept<number>
  image_id: Kept<number>
  created_at: Kept<number>
  /** 1 low, 2 medium, 3 high. */
  confidence: Kept<number>
  validation_count: Kept<number>
  user_id: Kept<number>
  /** The image's, as the following are. */
  collection_id: Kept<number>
  fuzzy_from: Kept<number | null>
  fuzzy_to: Kept<number | null>
}

export interface PointCurrentTable extends CurrentColumns {
  latitude: Kept<number>
  longitude: Kept<number>
  from_above: Kept<Flag>
}

/** In how many images a subject is. */
export interface SubjectCountTable {
  subject_id: Kept<number>
  images: Kept<number>
  public_images: Kept<number>
}

/** How many georeferences a contributor made. */
export interface UserCountTable {
  user_id: Kept<number>
  points: Kept<number>
  public_points: Kept<number>
  areas: Kept<number>
  public_areas: Kept<number>
}

export interface ValidationTable {
  id: Generated<number>
  image_id: number
  georeference_id: number | null
  from_above_georeference_id: number | null
  validation: Verdict
  notes: string | null
  validated_by: number
  validated_at: number
}

export interface CommentTable {
  id: Generated<number>
  image_id: number
  text: string
  commented_by: number
  created_at: number
}

export interface SlotTable {
  /** UUID. */
  id: string
  user_id: number
  collection_id: number
  content_type: string
  state: SlotState
  created_at: number
  expires_at: number
  /** Of a consumed slot the image that its file went to; of another one the id kept for the image it may become. */
  image_id: number | null
  /** Who is committing this slot right now, and until when that claim holds. */
  lease: string | null
  leased_until: number | null
  /** Key below which an attempt has put or puts its file; that file is nobody's unless the slot gets consumed. */
  pending_key: string | null
  /** When all that was uploaded and left over was removed; the row stays for a while. */
  reaped_at: number | null
}

/** `expired` is written when the slot is reaped; until then a pending slot whose time is over is as good as that. */
export type SlotState = 'pending' | 'consumed' | 'cancelled' | 'expired'

export interface IdempotencyKeyTable {
  user_id: number
  key: string
  /** SHA-256 of what the request asks for, hex. */
  request: string
  /** JSON; null while the first request is at work. */
  response: string | null
  /** Who is at work, and until when that claim holds. */
  lease: string
  leased_until: number
  created_at: number
}

export interface JobTable {
  id: Generated<number>
  kind: string
  image_id: number | null
  /** JSON. */
  payload: string
  state: 'queued' | 'running' | 'done' | 'failed'
  priority: number
  attempts: number
  max_attempts: number
  /** Whether it may only run while no other job does. */
  alone: ColumnType<Flag, Flag | undefined>
  run_at: number
  lease: string | null
  leased_until: number | null
  last_error: string | null
  /** The kind of picture failure that `last_error` tells of; null for others. */
  failure: string | null
  /** Since when the host has not been able to do it; null unless that is why it waits. */
  waiting_since: number | null
  created_at: number
  finished_at: number | null
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>
