import type { ProcessingState } from '../model/processing.ts'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { SubjectAction } from '../model/event-types.ts'
import type { ChangeTables } from './changes.ts'
import type { AuditEntryTable } from './audit-table.ts'
import type { ActivityEventTable } from './event-table.ts'
import type * as authorization from './authorization-tables.ts'
import type { CommunityTables } from './community-tables.ts'
import type { EmbeddingTables } from './embedding-tables.ts'
import type { GazetteerTables } from './gazetteer-tables.ts'

/**
 * The tables as kysely sees them; the migrations declare the same in SQL. Times are microseconds since the epoch,
 * flags are 0 or 1, JSON is text. A `_folded` column repeats a text for matching and sorting regardless of case.
 */
export interface Tables extends ChangeTables, CommunityTables, EmbeddingTables, GazetteerTables {
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
  activity_event: ActivityEventTable
  /** One row, maintained by triggers: the number of georeferences of both kinds. */
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
  collection_count: { collection_id: number; images: number }
  /** The confidence is empty for images without a georeference. */
  image_count: { collection_id: number; confidence: Confidence | ''; images: number }
  audit_entry: AuditEntryTable
}

export type Flag = 0 | 1
export type Confidence = 'low' | 'medium' | 'high'
export type Verdict = 'correct' | 'uncertain' | 'incorrect'
export type Mirror = 'none' | 'h' | 'v'
export type Rotation = 0 | 90 | 180 | 270

export interface UserTable {
  /** Id of the OpenStreetMap account. */
  id: number
  username: string
  username_folded: string
  is_staff: Flag
  created_at: number
}

/** A name that becomes staff at its first sign-in. */
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
  /** The element of OpenStreetMap that the outline comes from, for example `way/123`. */
  map_id: string
  /** Canonical GeoJSON; `geom` is the same for SpatiaLite. */
  geometry: string
  geom: Uint8Array
}

export interface ImageTable {
  id: number
  collection_id: number
  title: string
  original_date: string | null
  edtf_date: string | null
  /** Bounds of the EDTF date in days since the epoch, inclusive. Null without an EDTF date, and if it could be any. */
  strict_from: number | null
  strict_to: number | null
  fuzzy_from: number | null
  fuzzy_to: number | null
  original_url: string | null
  description: string | null
  creator: string | null
  creator_folded: string | null
  reference_id: string | null
  /** Position of the camera according to the archive, as `formatStatedPosition` writes it. */
  archive_position: string | null
  license_id: number | null
  scale: string | null
  rotation: Rotation
  mirror: Mirror
  from_above: Flag
  will_not_georef: Flag
  duplicate_of: number | null
  /** Position in the collection. Null sorts by id. */
  position: number | null
  created_at: number
  created_by: number | null
  /** The original file. Null in all four columns without a file. */
  file_version: string | null
  file_type: string | null
  file_sha256: string | null
  file_size: number | null
  /** Unguessable folder of the published derivatives, and whether it contains a corrected full-size file. */
  generation: string | null
  generation_corrected: Flag
  /** The `file_version` that the generation was made from. */
  generation_of: string | null
  /** The `picture` that the generation shows. */
  generation_picture: string | null
  /** Damage of the file that the generation was made from, as a sentence. Null without damage. */
  generation_damage: string | null
  /** Camera or scanner and day from the metadata of the generation's file. Null if it does not have them. */
  camera: string | null
  captured_on: string | null
  /** Position of the camera according to the generation's file, as `formatStatedPosition` writes it. Null if it does not. */
  gps_position: string | null
  /** The `file_version` whose derive job failed, and the reason. Null unless it failed for good. */
  failure_of: string | null
  failure_state: 'damaged' | 'failed' | null
  failure_reason: string | null
  /** Processing state of the current file, generated from the columns above. Null without a file. */
  processing: Maintained<ProcessingState | null>
  processing_reason: Maintained<string | null>
  /** Identifies the corrected picture: the file version, the rotation and the mirror. Null without a file. */
  picture: Maintained<string | null>
  /** Unguessable folder of the published tiles. Null in these four columns until there are tiles. */
  tiles_generation: string | null
  /** The `picture` that the tiles show. They are outdated if the image has another one by now. */
  tiles_of: string | null
  /** Size of the picture that the tiles show, in pixels. */
  tiles_width: number | null
  tiles_height: number | null
  /**
   * Time and confidence of the newest georeference: an area for a from-above image, otherwise a point.
   * Maintained by triggers.
   */
  last_georeferenced_at: ColumnType<number | null, undefined, never>
  last_confidence: ColumnType<Confidence | null, undefined, never>
  /** Counts changes of the metadata, the file and the tags, from 1. Maintained by triggers. */
  revision: ColumnType<number, undefined, number>
}

export interface ImageSubjectTable {
  image_id: number
  subject_id: number
  position: number
  tagged_by: number | null
  tagged_at: number
}

/** The whole history of tagging, including the changes that led to the current tags. */
export interface SubjectChangeTable {
  id: Generated<number>
  action: SubjectAction
  image_id: number
  /** Not a foreign key: the history outlives the subject. Null for a reorder. */
  subject_id: number | null
  changed_by: number | null
  changed_at: number
  /** JSON array of subject ids. Null if a subject was added. */
  previous_order: string | null
  /** JSON array of subject ids. Null unless the change is a reorder. */
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
  /** Canonical GeoJSON Polygon. */
  polygon: string
}

/** A column that triggers maintain. */
type Maintained<Value> = ColumnType<Value, never, never>

/** The newest georeference of each image, except duplicates. */
interface CurrentColumns {
  /** Id of the georeference. */
  id: Maintained<number>
  image_id: Maintained<number>
  created_at: Maintained<number>
  /** 1 low, 2 medium, 3 high. */
  confidence: Maintained<number>
  validation_count: Maintained<number>
  /** Validations as correct, and as incorrect. The others are uncertain. */
  correct_count: Maintained<number>
  incorrect_count: Maintained<number>
  user_id: Maintained<number>
  /** This and the following columns repeat those of the image. */
  collection_id: Maintained<number>
  fuzzy_from: Maintained<number | null>
  fuzzy_to: Maintained<number | null>
}

export interface PointCurrentTable extends CurrentColumns {
  latitude: Maintained<number>
  longitude: Maintained<number>
  direction: Maintained<number | null>
  from_above: Maintained<Flag>
}

/** Numbers of images with a subject. */
export interface SubjectCountTable {
  subject_id: Maintained<number>
  images: Maintained<number>
  public_images: Maintained<number>
}

/** Numbers of georeferences by a user. */
export interface UserCountTable {
  user_id: Maintained<number>
  points: Maintained<number>
  public_points: Maintained<number>
  areas: Maintained<number>
  public_areas: Maintained<number>
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

export interface SlotTable {
  /** UUID. */
  id: string
  user_id: number
  collection_id: number
  content_type: string
  state: SlotState
  created_at: number
  expires_at: number
  /** The image that a consumed slot created or replaced; otherwise the id reserved for a new image. */
  image_id: number | null
  /** Identifies the running commit of this slot, until `leased_until`. Null if there is none. */
  lease: string | null
  leased_until: number | null
  /** Key prefix of the file of the last attempt to commit. No image refers to it unless the slot is consumed. */
  pending_key: string | null
  /** When the files of the slot were deleted. Null until then. */
  reaped_at: number | null
}

/** A slot becomes `expired` when it is reaped; until then it stays `pending` after its expiry. */
export type SlotState = 'pending' | 'consumed' | 'cancelled' | 'expired'

export interface IdempotencyKeyTable {
  user_id: number
  key: string
  /** SHA-256 of the content of the request, in hexadecimal. */
  request: string
  /** JSON. Null while the first request is in progress. */
  response: string | null
  /** Identifies the running request, until `leased_until`. */
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
  /** Whether it runs only while no other job runs. */
  alone: ColumnType<Flag, Flag | undefined>
  run_at: number
  lease: string | null
  leased_until: number | null
  last_error: string | null
  /** Kind of the image failure in `last_error`. Null for other errors. */
  failure: string | null
  /** Since when the job waits for the host to be able to run it. Null unless it does. */
  waiting_since: number | null
  created_at: number
  finished_at: number | null
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>
