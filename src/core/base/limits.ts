/** The limits of the API specification, the defaults of limits that settings can change, and other documented limits. */

export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 100

export const DEFAULT_SEARCH_PAGE_SIZE = 20

/** Larger page numbers of a search count as this one. No search has so many pages. */
export const MAX_SEARCH_PAGE = 1_000_000_000

/** Unicode characters of the text to search for, trimmed. */
export const MAX_SEARCH_TEXT = 500

/** Distances below this threshold match. The distance is 1 minus the word similarity. */
export const DEFAULT_THRESHOLD = 0.7

/** Of a search by words, a map shows so many images, the best matches. */
export const MAX_MAPPED_RESULTS = 10_000

/** The memory of WebAssembly, in which searches hold their index. */
export const SEARCH_MEMORY_BYTES = 2 ** 32

/** Deadline of a text search or a semantic search, including the time that it waits for others. */
export const SEARCH_SECONDS = 10

/** The most text searches that a node runs at the same time: at most one of each client. */
export const MAX_RUNNING_SEARCHES = 4

/** The most text searches that wait, of all clients. */
export const MAX_WAITING_SEARCHES = 8

/** Semantic searches that run or wait at the same time. */
export const MAX_SEMANTIC_SEARCHES = 32
/** Those of one client. */
export const MAX_CLIENT_SEMANTIC_SEARCHES = 8

/** Longest duration of an export. Its snapshot keeps the database's write-ahead log from being emptied. */
export const EXPORT_SECONDS = 600

/** Exports without a token that run at the same time, and those of one client address. */
export const MAX_EXPORTS = 8
export const MAX_CLIENT_EXPORTS = 2

/** Exports with a token that run at the same time, and those of one user. */
export const MAX_SIGNED_IN_EXPORTS = 4
export const MAX_USER_EXPORTS = 2

/** Time after which a client that has received less than 1,000 bytes per second is disconnected. */
export const STALL_SECONDS = 20

/** Open connections of one client address. A classroom needs a fraction of them. */
export const CONNECTIONS_PER_ADDRESS = 512

/** A replica that lags further behind does not answer. What is no longer public stays visible for so long at most. */
export const MAX_REPLICA_LAG_SECONDS = 5

/** Memory of each of the two processes that compute embeddings, on top of Node itself. */
export const MODEL_MEMORY_BYTES = 4 * 1024 ** 3

/** Characters of each text that a community writes about itself. */
export const MAX_SITE_TEXT = 100_000

/** Pages show the logo before their first picture. */
export const MAX_LOGO_BYTES = 262_144

export const MAX_FOOTER_LINKS = 10

/** Further grounds of the maps, and characters of their titles and credits. */
export const MAX_LAYERS = 20
export const MAX_LAYER_TITLE = 200
export const MAX_LAYER_CREDIT = 1000

/** In meters. Larger radii count as this one. */
export const MAX_IN_VIEW_RADIUS = 50_000

/** Number of the nearest images that an in-view search lists, over all pages. */
export const MAX_IN_VIEW_RESULTS = 1000

/** The most values of one filter in a request. */
export const MAX_FILTER_VALUES = 100

export const MAX_TITLE = 500
export const MAX_CREATOR = 100
export const MAX_REFERENCE_ID = 100
export const MAX_SOURCE_NAME = 200
export const MAX_COLLECTION_NAME = 200
export const MAX_SLUG = 50
/** Subjects of dumps may have longer slugs than others. */
export const MAX_SUBJECT_SLUG = 200

/** The most items of lists in request bodies, including repetitions. */
export const MAX_SUBJECTS = 1000
export const MAX_REDIRECT_URIS = 20
/** Characters of all redirect URIs of an app together. */
export const MAX_REDIRECT_URI_CHARACTERS = 4096
export const MAX_GRANT_TYPES = 20

/** The largest JSON bodies in bytes: of a registration, which needs no token, and of all other requests. */
export const MAX_REGISTRATION_BYTES = 16 * 1024
export const MAX_JSON_BYTES = 1024 * 1024
export const MAX_USERNAME = 255
export const MAX_LICENSE_NAME = 200
export const MAX_SITE_NAME = 200
export const MAX_SUBJECT_TITLE = 500
export const MAX_SCALE = 100
/** Characters of descriptions, comments and notes. */
export const MAX_PROSE = 100_000

export const MIN_CANCELLED_SLOTS = 1
export const MAX_CANCELLED_SLOTS = 100

/** The name of a catalog whose settings have none. */
export const DEFAULT_SITE_NAME = 'Historical image catalog'

/** Width of the cone in which a camera sees a position, in degrees, unless the catalog's settings say otherwise. */
export const DEFAULT_VIEWING_CONE = 40

/** Retention of the response to a request with an idempotency key. */
export const IDEMPOTENCY_KEY_SECONDS = 30 * 24 * 60 * 60

/** Retention of the row of a slot after its expiry. */
export const SLOT_RETENTION_SECONDS = 30 * 24 * 60 * 60

/** Time from the creation of a slot until it expires. */
export const SLOT_SECONDS = 15 * 60
export const AUTH_CODE_SECONDS = 60
export const ACCESS_TOKEN_SECONDS = 8 * 60 * 60
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 60 * 60
export const REFRESH_GRACE_SECONDS = 30

/** The longest lifetime that a setting may have: about 30 years. */
export const MAX_LIFETIME_SECONDS = 10 ** 9

/** Remaining validity of a replaced signing key: at least as long as anything that it signed. */
export const SIGNING_KEY_OVERLAP_SECONDS = 7 * 24 * 60 * 60

/** Lifetime of an invitation to become staff. */
export const STAFF_INVITATION_SECONDS = 30 * 24 * 60 * 60

/** Validity of an importer's URL of a non-public file, in days, including today. */
export const FILE_KEY_DAYS = 7

/** Lifetime of a browser session: at most, and without use. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60
export const SESSION_IDLE_SECONDS = 14 * 24 * 60 * 60

export const REGISTRATIONS_PER_MINUTE = 1
/** Apps that anyone registered, and that no user has authorized. For another one, the oldest is deleted. */
export const MAX_UNAUTHORIZED_APPS = 1000
/** Retention of an app that no user has authorized. */
export const UNAUTHORIZED_APP_SECONDS = 30 * 24 * 60 * 60
export const TOKEN_REQUESTS_PER_MINUTE = 150
export const REVOCATIONS_PER_MINUTE = 150

/** High, because a school or a reading room may share one address. */
export const SIGN_INS_PER_MINUTE = 60

/**
 * Images that visitors without a session draw to place, for one client address. High, because a school may share one; a
 * crawler that follows links reaches it.
 */
export const DRAWS_PER_MINUTE = 120

/** On pages and in the API together, for one client address. People search a few times for each image. */
export const PLACE_SEARCHES_PER_MINUTE = 60

/** Rendered IIIF images for one client address. High, because a page of thumbnails may have hundreds. */
export const RENDERS_PER_MINUTE = 1200

/** The longest side of the two derivatives that every image has, in pixels. */
export const THUMBNAIL_SIDE = 500
export const DISPLAY_SIDE = 2048

/** The side of the tiles for deep zoom, in pixels. */
export const IIIF_TILE_SIDE = 512

/** More than enough for 10 gigapixels. Only pictures of a few rows or columns reach it with fewer pixels. */
export const MAX_TILES = 100_000

/** The largest images that the IIIF Image API renders, in pixels. No side of a WebP may be longer than `maxWidth`. */
export const IIIF_LIMITS = { maxWidth: 16_383, maxArea: 25_000_000 }

/** Default limit of the factor by which a IIIF request enlarges a side. */
export const MAX_UPSCALING = 2

/**
 * The most pixels of tiles that are decoded for one IIIF image. A level has at most four times the pixels of an image that
 * it is scaled to, unless the request distorts the picture. Then a smaller level is used.
 */
export const MAX_DECODED_PIXELS = 4 * IIIF_LIMITS.maxArea

/**
 * The most IIIF images that wait for being rendered, of all clients and of one, for each of the two groups of processes;
 * how long they wait, and how long rendering one may take.
 */
export const MAX_WAITING_RENDERS = 200
export const MAX_WAITING_RENDERS_PER_CLIENT = 100
export const RENDER_WAIT_SECONDS = 20
export const RENDER_SECONDS = 30

/** Further processes for addresses that have no other render running. */
export const RESERVED_RENDERS = 4

/**
 * The most bytes of text and profile in the header of a picture, also after they were inflated. The largest ICC profile that
 * fits into a JPEG has 16 MiB, the profile of a press about 2 MiB, and the metadata of Photoshop a few.
 */
export const MAX_METADATA_BYTES = 64 * 1024 ** 2

/**
 * The most processes that check headers of committed files, and as many for users whose checks have cost much lately; and
 * how long one check may take. The largest honest header takes a tenth of a second.
 */
export const PROBE_PROCESSES = 2
export const PROBE_SECONDS = 10

/** Memory for responses that slow clients have not received yet, and for those of one client address. */
export const MAX_UNSENT_BYTES = 256 * 1024 ** 2
export const MAX_CLIENT_UNSENT_BYTES = 64 * 1024 ** 2

/** The most items of a IIIF Collection, and the base of the ranges into which a larger one is divided. */
export const MAX_IIIF_ITEMS = 1000

/** The longest GeoJSON of an area in an item of a IIIF Collection: some 80 positions. */
export const MAX_IIIF_ITEM_PLACE_BYTES = 2000

/** The most activities on a page of the changes of IIIF manifests and collections. */
export const MAX_ACTIVITIES = 1000

/** Defaults of the two upload limits: bytes of a file, and width × height of a picture. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3
export const MAX_PIXELS = 1_000_000_000

/** Memory for the coefficients of one progressive JPEG, well below what an image process may use. */
export const MAX_JPEG_COEFFICIENT_BYTES = 900 * 1024 ** 2

/**
 * A strip or a row of tiles of a TIFF with more channels than CMYK and transparency. Decoders hold up to twelve times as
 * much.
 */
export const MAX_TIFF_PART_BYTES = 64 * 1024 ** 2

/** Events in one response of the activity feed. */
export const DEFAULT_ACTIVITY_LIMIT = 20
export const MAX_ACTIVITY_LIMIT = 100

/** Changes in one response of the log. */
export const DEFAULT_CHANGES_LIMIT = 100
export const MAX_CHANGES_LIMIT = 1000
export const MAX_CHANGES_WITH_LINES = 200
/** For each client address. A mirror requests up to ten pages a second. */
export const CHANGES_WITH_LINES_PER_MINUTE = 1200

/** Records or sets in one response of OAI-PMH, and its requests per minute and address. */
export const MAX_OAI_RECORDS = 100
export const OAI_REQUESTS_PER_MINUTE = 300

/** The longest pause inside a group of the activity feed. */
export const GROUP_GAP_SECONDS = 3 * 60 * 60

/** The most images that a group of the activity feed lists. Its `count` includes all of them. */
export const MAX_GROUP_IMAGES = 1000

/** Once the groups of a page list so many images, each further group lists at most `FEW_GROUP_IMAGES`. */
export const MAX_PAGE_IMAGES = 2000
export const FEW_GROUP_IMAGES = 20

/** Milestones, in georeferences. After the last one, its multiples follow. */
export const USER_MILESTONES: readonly number[] = [5, 15, 50, 100, 250, 500, 1000]
export const SITEWIDE_MILESTONES: readonly number[] = [100, 250, 500, 1000]

/** The most rings, positions of a ring, positions and square degrees of a polygon that a contributor draws. */
export const MAX_DRAWN_RINGS = 16
export const MAX_DRAWN_RING_POSITIONS = 2000
export const MAX_DRAWN_POSITIONS = 4000
export const MAX_DRAWN_SQUARE_DEGREES = 0.25

/** Characters of a comment, of the notes on a georeference or a validation, of a reason to skip an image, and of a report. */
export const MAX_COMMENT = 10_000
export const MAX_CONTRIBUTED_NOTES = 10_000
export const MAX_SKIP_REASON = 200
export const MAX_FLAG_TEXT = 2000

/** Characters of the beginning of a subject's name, how many subjects are suggested, and how often to one user. */
export const MAX_SUGGESTION_TEXT = 100
export const MAX_SUGGESTIONS = 20
export const SUGGESTIONS_PER_MINUTE = 120
/** Per client address, which several people may share, on the page that suggests subjects. */
export const SUGGESTION_PAGES_PER_MINUTE = 600

/** Timeout of requests to Wikidata while a user waits. */
export const KNOWLEDGE_BASE_SECONDS = 8

/** Contributions and changes by one person per minute, on all servers, with apps and pages together. */
export const CONTRIBUTIONS_PER_MINUTE = {
  placements: 30,
  validations: 60,
  tags: 60,
  comments: 10,
  flags: 10,
  skips: 120,
  // More than placements and skips together, since a draw follows each of them.
  placing_draws: 180,
  checking_draws: 180,
  erasures: 15,
  moderations: 120,
  // More than any client can fill, so that only a runaway script reaches the limit.
  slots: 12_000,
  // Of staff, who import tables with known places.
  staff_placements: 12_000,
} as const

/** Most placements of one user on the same image, with each kind of georeference, and most comments. */
export const MAX_OWN_PLACEMENTS = 50
/** Positions of all areas that one user draws on the same image. */
export const MAX_OWN_POSITIONS = 8000
export const MAX_OWN_COMMENTS = 200

/**
 * The most that the detail form of an image contains: of its points, its areas, its comments and their validations each.
 * Bytes are those of texts and polygons.
 */
export const MAX_EMBEDDED = { rows: 200, bytes: 100_000 }

/** The most bytes of texts and polygons on a page of the contributions to an image. */
export const MAX_CONTRIBUTION_PAGE_BYTES = 250_000

/** On the first day of an account, its limits are divided by this number. */
export const FIRST_DAY_DIVISOR = 3
export const FIRST_DAY_SECONDS = 24 * 60 * 60

/** Period in which contributors can take back a placement of their own. */
export const WITHDRAWAL_SECONDS = 15 * 60

/** Georeferences that a contributor must have made to check those of others, if the catalog asks for any. */
export const TRUSTED_GEOREFERENCES = 5

/** Characters of the reason for a suspension. */
export const MAX_SUSPENSION_REASON = 500

/** The most images that staff change at once. */
export const MAX_CHANGED_IMAGES = 500

/** Code points of the name of an import. */
export const MAX_IMPORT_NAME = 255

/** The most changes of a batch that one request reverts. */
export const MAX_REVERTED_CHANGES = 1000

/** The most contributions that one request reverts, or images of an import that it deletes, that a preview counts, and that it lists. */
export const MAX_REVERTED = 200
export const MAX_COUNTED_CONTRIBUTIONS = 10_000
export const MAX_LISTED_CONTRIBUTIONS = 20

/** Characters of the beginning of a user's name that staff search. */
export const MAX_NAME_SEARCH = 100

/** Requests of one moderator to each endpoint that counts them by itself. */
export const MODERATIONS_PER_MINUTE = CONTRIBUTIONS_PER_MINUTE.moderations

/** The most images that a queue lists, and how long a skipped image stays out of it. */
export const MAX_QUEUE = 20
export const SKIP_SECONDS = 30 * 24 * 60 * 60

/** Period after sign-up in which the placements of an account are checked first. */
export const NEW_ACCOUNT_SECONDS = 30 * 24 * 60 * 60

/** Requests per second that a harvest or a mirror sends at most. */
export const MAX_RATE = 1000

/** Lifetime of files in the trash. */
export const TRASH_DAYS = 30
