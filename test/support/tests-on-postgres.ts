/** Tests that run on PostgreSQL, too: the API, the commands on the host, and dumps. */
export const ON_POSTGRES = [
  'test/api/**/*.test.ts',
  'test/cli/admin-*.test.ts',
  'test/cli/doctor.test.ts',
  'test/cli/embeddings.test.ts',
  'test/cli/file-modes.test.ts',
  'test/cli/manage-*.test.ts',
  'test/cli/moderate-*.test.ts',
  'test/process/dump/*.test.ts',
]

const OWN_BACKUPS = 'PostgreSQL is backed up with its own tools'
const NO_ROWS = 'reads and writes no rows that other tests do not'
const ENDPOINTS = 'runs endpoints in process, which the tests of the API run on PostgreSQL'
const HTTP = 'tests the HTTP server, whatever the database'
const MARKUP = 'tests the markup of pages, whatever the database'
const PICTURES = 'tests pictures, whatever the database'
const FILES = 'tests where image files are stored, whatever the database'

/** Those of them that run on SQLite only, and why. */
export const NOT_ON_POSTGRES: Readonly<Record<string, string>> = {
  'test/cli/admin-backup.test.ts': OWN_BACKUPS,
  'test/cli/admin-restore.test.ts': OWN_BACKUPS,
  'test/cli/admin-offline.test.ts': NO_ROWS,
  'test/cli/admin-collections.test.ts': ENDPOINTS,
  'test/cli/admin-images.test.ts': ENDPOINTS,
  'test/cli/admin-licenses.test.ts': ENDPOINTS,
  'test/cli/admin-subjects.test.ts': ENDPOINTS,
  'test/cli/admin-visibility.test.ts': ENDPOINTS,
  'test/cli/manage-images.test.ts': ENDPOINTS,
  'test/cli/manage-subjects.test.ts': ENDPOINTS,
  'test/cli/moderate-contributions.test.ts': ENDPOINTS,
  'test/process/dump/memory.test.ts': 'measures memory, whatever the database',
  'test/api/assets.test.ts': HTTP,
  'test/api/connections.test.ts': HTTP,
  'test/api/development-server.test.ts': HTTP,
  'test/api/documentation.test.ts': HTTP,
  'test/api/error-pages.test.ts': HTTP,
  'test/api/http.test.ts': HTTP,
  'test/api/odd-headers.test.ts': HTTP,
  'test/api/pipelining.test.ts': HTTP,
  'test/api/slow-requests.test.ts': HTTP,
  'test/api/site.test.ts': HTTP,
  'test/api/pages/*.test.ts': MARKUP,
  'test/cli/admin-s3.test.ts': FILES,
  'test/cli/admin-storage-copy.test.ts': FILES,
  'test/api/import/s3.test.ts': FILES,
  // Tokens that several requests refresh at once are the one race of theirs.
  'test/api/oauth/!(refresh).test.ts': HTTP,
  'test/api/search/parameters.test.ts': HTTP,
  'test/api/iiif/hostile.test.ts': PICTURES,
  'test/api/iiif/level-2.test.ts': PICTURES,
  'test/api/import/picture-corpus.test.ts': PICTURES,
}
