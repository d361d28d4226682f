import * as limits from '../base/limits.ts'
import {
  address,
  basemapUrl,
  choice,
  count,
  flag,
  folder,
  listenAddress,
  postgresUrl,
  s3Url,
  text,
  url,
  type Setting,
} from './setting-types.ts'
import { LAYER_SETTING } from './map-layers.ts'
import { SITE_SETTINGS } from './site-settings.ts'

const setting = <T>(definition: Setting<T>): Setting<T> => definition

/** All settings of the server, in the order of the documentation. */
export const SETTINGS = {
  data: setting({
    env: 'CATALOG_DATA',
    meaning: 'directory of the database and the image files',
    parse: folder,
    fallback: 'data/catalog',
  }),
  databaseUrl: setting<string | null>({
    env: 'CATALOG_DATABASE_URL',
    meaning: 'address of a PostgreSQL database (default: SQLite in the data directory)',
    parse: postgresUrl,
    fallback: null,
    secret: true,
  }),
  databaseReadUrl: setting<string | null>({
    env: 'CATALOG_DATABASE_READ_URL',
    meaning:
      'address of a streaming replica of the PostgreSQL database, which answers anonymous requests (default: none)',
    parse: postgresUrl,
    fallback: null,
    secret: true,
  }),
  files: setting<string | null>({
    env: 'CATALOG_FILES',
    meaning:
      'directory of the image files that all servers of a PostgreSQL database share (default: the data directory)',
    parse: folder,
    fallback: null,
  }),
  text: setting({
    env: 'CATALOG_TEXT',
    meaning:
      "what answers text searches: index, which each node builds, or pg_trgm, PostgreSQL's extension",
    parse: choice('index', 'pg_trgm'),
    fallback: 'index' as const,
  }),
  vectors: setting({
    env: 'CATALOG_VECTORS',
    meaning:
      "what compares embeddings: exact, each node by itself, or pgvector, PostgreSQL's extension",
    parse: choice('exact', 'pgvector'),
    fallback: 'exact' as const,
  }),
  backups: setting<string | null>({
    env: 'CATALOG_BACKUPS',
    meaning: 'folder of the backups (default: backups in the data directory)',
    parse: folder,
    fallback: null,
  }),
  storageUrl: setting<string | null>({
    env: 'CATALOG_STORAGE_URL',
    meaning:
      'bucket of the image files, such as s3://archive/catalog (default: the data directory)',
    parse: s3Url,
    fallback: null,
  }),
  storageEndpoint: optionalUrl(
    'CATALOG_STORAGE_ENDPOINT',
    'URL of an S3-compatible server (default: AWS)',
  ),
  storageRegion: setting<string | null>({
    env: 'CATALOG_STORAGE_REGION',
    meaning: 'region of the bucket (default: that of the AWS configuration)',
    parse: text,
    fallback: null,
  }),
  storagePathStyle: setting({
    env: 'CATALOG_STORAGE_PATH_STYLE',
    meaning: 'name the bucket in the path of requests instead of the host name',
    parse: flag,
    fallback: false,
  }),
  host: setting({
    env: 'CATALOG_HOST',
    meaning: 'listen address',
    parse: address,
    fallback: '127.0.0.1',
  }),
  port: setting({
    env: 'CATALOG_PORT',
    meaning: 'port to listen on; 0 picks a free port',
    parse: count(0, 65_535),
    fallback: 8000,
  }),
  baseUrl: optionalUrl(
    'CATALOG_BASE_URL',
    'public URL of the instance, with a path prefix if any (default: the listen address)',
  ),
  cdnUrl: optionalUrl('CATALOG_CDN_URL', 'public URL of the image files (default: {base}/media)'),
  uploadUrl: optionalUrl(
    'CATALOG_UPLOAD_URL',
    'public URL for uploads (default: {base}/upload, or the S3 server)',
  ),
  basemapUrl: setting<string | null>({
    env: 'CATALOG_BASEMAP_URL',
    meaning:
      'URL of map tiles with {z}, {x} and {y}, or of a MapLibre style, under maps (default: Natural Earth)',
    parse: basemapUrl,
    fallback: null,
  }),
  basemapAttribution: setting<string | null>({
    env: 'CATALOG_BASEMAP_ATTRIBUTION',
    meaning: 'credit of the basemap, which maps show; required with CATALOG_BASEMAP_URL',
    parse: text,
    fallback: null,
  }),
  layer: LAYER_SETTING,
  metrics: setting<string | null>({
    env: 'CATALOG_METRICS',
    meaning: 'port, or address and port, where Prometheus reads metrics (default: nowhere)',
    parse: listenAddress,
    fallback: null,
  }),
  trustProxy: setting({
    env: 'CATALOG_TRUST_PROXY',
    meaning:
      'number of trusted reverse proxies; the client addresses that rate limits use come from X-Forwarded-For',
    parse: count(0, 10),
    fallback: 0,
  }),
  dev: setting({
    env: 'CATALOG_DEV',
    meaning: 'offer a sign-in page without passwords; only on a loopback address',
    parse: flag,
    fallback: false,
  }),
  osmUrl: setting({
    env: 'CATALOG_OSM_URL',
    meaning: 'OpenStreetMap server for signing in',
    parse: url,
    fallback: 'https://www.openstreetmap.org',
  }),
  osmClientId: setting<string | null>({
    env: 'CATALOG_OSM_CLIENT_ID',
    meaning: 'client ID of this instance at the OpenStreetMap server',
    parse: text,
    fallback: null,
  }),
  osmClientSecret: secretText(
    'CATALOG_OSM_CLIENT_SECRET',
    'client secret of this instance at the OpenStreetMap server',
  ),
  wikidataUrl: setting({
    env: 'CATALOG_WIKIDATA_URL',
    meaning: 'API of Wikidata, from which administrators add subjects',
    parse: url,
    fallback: 'https://www.wikidata.org/w/api.php',
  }),
  overpassUrl: setting({
    env: 'CATALOG_OVERPASS_URL',
    meaning: 'Overpass API of OpenStreetMap, from which administrators fetch geometries',
    parse: url,
    fallback: 'https://overpass-api.de/api/interpreter',
  }),
  geocoderUrl: optionalUrl(
    'CATALOG_GEOCODER_URL',
    'geocoder that finds places by name for the editors: /api of Photon or /search of Nominatim (default: none)',
  ),
  secret: secretText(
    'CATALOG_SECRET',
    'key that signs upload URLs; required on PostgreSQL (default: generated once and stored in the data directory)',
  ),
  previousSecret: secretText(
    'CATALOG_PREVIOUS_SECRET',
    'former value of CATALOG_SECRET, whose signatures remain valid',
  ),
  spatialite: setting<string | null>({
    env: 'CATALOG_SPATIALITE',
    meaning: 'path of mod_spatialite, if it is not found automatically',
    parse: text,
    fallback: null,
  }),
  maxUpload: setting({
    env: 'CATALOG_MAX_UPLOAD',
    meaning: 'maximum size of an uploaded file, in bytes',
    parse: count(1, Number.MAX_SAFE_INTEGER),
    fallback: limits.MAX_UPLOAD_BYTES,
  }),
  maxPixels: setting({
    env: 'CATALOG_MAX_PIXELS',
    meaning: 'maximum size of an image in pixels, width times height',
    parse: count(1, Number.MAX_SAFE_INTEGER),
    fallback: limits.MAX_PIXELS,
  }),
  imageWorkers: setting({
    env: 'CATALOG_IMAGE_WORKERS',
    meaning: 'number n of processes for new pictures; up to 2n + 5 others render IIIF images',
    parse: count(1, 64),
    fallback: 1,
  }),
  maxUpscaling: setting({
    env: 'CATALOG_MAX_UPSCALING',
    meaning:
      'how many times IIIF requests may enlarge a side, up to its square in megapixels; 1 for never',
    parse: count(1, 5),
    fallback: limits.MAX_UPSCALING,
  }),
  logLevel: setting({
    env: 'CATALOG_LOG_LEVEL',
    meaning: 'lowest level that is logged',
    parse: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    fallback: 'info' as const,
  }),
  authCodeSeconds: lifetime(
    'CATALOG_AUTH_CODE_SECONDS',
    'an authorization code',
    limits.AUTH_CODE_SECONDS,
  ),
  accessTokenSeconds: lifetime(
    'CATALOG_ACCESS_TOKEN_SECONDS',
    'an access token',
    limits.ACCESS_TOKEN_SECONDS,
  ),
  refreshTokenSeconds: lifetime(
    'CATALOG_REFRESH_TOKEN_SECONDS',
    'a refresh token',
    limits.REFRESH_TOKEN_SECONDS,
  ),
  refreshGraceSeconds: setting<number>({
    env: 'CATALOG_REFRESH_GRACE_SECONDS',
    meaning: 'grace period in which a rotated refresh token still works, in seconds',
    parse: count(0, limits.MAX_LIFETIME_SECONDS),
    fallback: limits.REFRESH_GRACE_SECONDS,
  }),
  refreshChainSeconds: setting<number | null>({
    env: 'CATALOG_REFRESH_CHAIN_SECONDS',
    meaning: 'seconds after which an authorization ends even if it is refreshed (default: never)',
    parse: count(1, limits.MAX_LIFETIME_SECONDS),
    fallback: null,
  }),
  slotSeconds: lifetime('CATALOG_SLOT_SECONDS', 'an upload slot', limits.SLOT_SECONDS),
  searchSeconds: setting<number>({
    env: 'CATALOG_SEARCH_SECONDS',
    meaning: 'deadline of a text or semantic search, in seconds',
    parse: count(1, 3600),
    fallback: limits.SEARCH_SECONDS,
  }),
  searchMemory: setting<number>({
    env: 'CATALOG_SEARCH_MEMORY',
    meaning: 'memory of each search index, of texts and of embeddings, in bytes: at most 4 GiB',
    parse: count(2 ** 24, 2 ** 32),
    fallback: limits.SEARCH_MEMORY_BYTES,
  }),
  exportSeconds: setting<number>({
    env: 'CATALOG_EXPORT_SECONDS',
    meaning: 'time after which an export is cut, in seconds',
    parse: count(1, 86_400),
    fallback: limits.EXPORT_SECONDS,
  }),
  stallSeconds: setting<number>({
    env: 'CATALOG_STALL_SECONDS',
    meaning: 'time after which a client that receives nothing is disconnected, in seconds',
    parse: count(1, 3600),
    fallback: limits.STALL_SECONDS,
  }),
  connectionsPerAddress: setting<number>({
    env: 'CATALOG_CONNECTIONS_PER_ADDRESS',
    meaning:
      'open connections of one client address; 0 for no limit. Not applied behind a trusted proxy',
    parse: count(0, 4096),
    fallback: limits.CONNECTIONS_PER_ADDRESS,
  }),
  ...SITE_SETTINGS,
}

function lifetime(env: string, of: string, fallback: number): Setting<number> {
  return {
    env,
    meaning: `lifetime of ${of}, in seconds`,
    parse: count(1, limits.MAX_LIFETIME_SECONDS),
    fallback,
  }
}

function optionalUrl(env: string, meaning: string): Setting<string | null> {
  return { env, meaning, parse: url, fallback: null }
}

function secretText(env: string, meaning: string): Setting<string | null> {
  return { env, meaning, parse: text, fallback: null, secret: true }
}
