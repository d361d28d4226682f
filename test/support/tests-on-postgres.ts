/** Tests that run on PostgreSQL, too: the API, the commands on the host, and dumps. */
export const ON_POSTGRES = [
  'test/api/**/*.test.ts',
  'test/cli/admin-*.test.ts',
  'test/cli/basemap.test.ts',
  'test/cli/doctor-postgres.test.ts',
  'test/cli/embeddings.test.ts',
  'test/cli/file-modes.test.ts',
  'test/cli/manage-*.test.ts',
  'test/cli/moderate-*.test.ts',
  'test/cli/publish.test.ts',
  'test/process/dump/*.test.ts',
]

const OWN_BACKUPS = 'PostgreSQL is backed up with its own tools'
const NO_ROWS = 'reads and writes no rows that other tests do not'
const HTTP = 'tests the HTTP server, whatever the database'
const MARKUP = 'tests the markup of pages, whatever the database'
const PICTURES = 'tests pictures, whatever the database'
const IN_PROCESS = 'calls endpoints in process'
const EXPORTS = 'reads rows as exports do'
const REPEATED = 'sends statements that other tests send to PostgreSQL'
const FILES = 'tests where image files are stored, whatever the database'

/** Those of them that run on SQLite only, and why. */
export const NOT_ON_POSTGRES: Readonly<Record<string, string>> = {
  'test/cli/admin-backup.test.ts': OWN_BACKUPS,
  'test/cli/admin-restore.test.ts': OWN_BACKUPS,
  'test/cli/admin-offline.test.ts': NO_ROWS,
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
  'test/api/pages/hostile-text.test.ts': MARKUP,
  'test/cli/admin-s3-backup.test.ts': OWN_BACKUPS,
  'test/cli/admin-s3.test.ts': FILES,
  'test/cli/admin-storage-copy.test.ts': FILES,
  'test/api/import/s3.test.ts': FILES,
  'test/api/oauth/hostile-redirect-uris.test.ts': HTTP,
  'test/api/search/parameters.test.ts': HTTP,
  'test/api/iiif/hostile.test.ts': PICTURES,
  'test/api/iiif/level-2.test.ts': PICTURES,
  'test/api/import/picture-corpus.test.ts': PICTURES,
}

/**
 * Tests that a single PostgreSQL server need not repeat, and why. On several nodes, those of the API run unless they are also
 * left out there, because a proxy and other nodes are in between.
 */
export const ONCE: Readonly<Record<string, string>> = {
  // Those of the others whose queries only pages ask stay.
  'test/api/pages/{content-state,editor,embed,forms,image,image-list,map,search}.test.ts': MARKUP,
  'test/api/languages.test.ts': MARKUP,
  'test/api/{malformed-requests,mixed-load,stopping}.test.ts': HTTP,
  // Races, secrets in the database and its cleanup stay.
  'test/api/oauth/{account,authorize,client-authentication,consent,existing-clients,failures,grant-types}.test.ts':
    HTTP,
  'test/api/oauth/{lifetimes,limits,me,metadata,oauth4webapi,openid-client,osm-sign-in}.test.ts':
    HTTP,
  'test/api/oauth/{refresh,registration,restart,revoke,security-events,token}.test.ts': HTTP,
  // Uploads, commits, replacements and the expiry of slots stay.
  'test/api/import/{commit-refusals,documentation,replace-refusals,upload-url}.test.ts': HTTP,
  'test/api/import/{host-programs,read-back}.test.ts': PICTURES,
  'test/api/media.test.ts': PICTURES,
  'test/api/iiif/{http,viewer}.test.ts': PICTURES,
  // That an export of a client that disconnects ends its transaction stays.
  'test/api/{basemap,export-limits,search/overload}.test.ts': HTTP,
  'test/api/presentation-pictures.test.ts': PICTURES,
  'test/cli/publish.test.ts': EXPORTS,
  'test/{api,process/dump}/demo.test.ts': 'loads a dump, as other tests do',
  'test/cli/file-modes.test.ts': FILES,
  // Commands that only call endpoints, which the tests of the API call on PostgreSQL.
  'test/cli/admin-{collections,images,licenses,settings,visibility}.test.ts': IN_PROCESS,
  'test/cli/{admin-subject-geometries,admin-subjects,manage-images,manage-subjects,moderate-contributions}.test.ts':
    IN_PROCESS,
  // Tests of the others add statements of their own, race with each other, or follow changes of another process.
  'test/api/{image-update,presentation}.test.ts': REPEATED,
  'test/api/contributions/{access,comments}.test.ts': REPEATED,
  'test/api/pages/{home,place-links}.test.ts': REPEATED,
  'test/api/search/{places,text}.test.ts': REPEATED,
}
