/** Tests that also run on several nodes, with `CATALOG_TEST_NODES`. */
export const ON_NODES = ['test/api/**/*.test.ts']

const ITS_OWN = 'tests what each node has of its own'
const UPLOADS = 'uploads to the server, and on several nodes the files are in a bucket'

/** Those of them that need a single server, and why, besides those that do not run on PostgreSQL. */
export const NOT_ON_NODES: Readonly<Record<string, string>> = {
  'test/api/basemap.test.ts': 'adds files to the data directory, which each node has of its own',
  'test/api/export-{limits,snapshot}.test.ts': ITS_OWN,
  'test/api/malformed-requests.test.ts': 'sends requests that no proxy passes on',
  'test/api/metrics.test.ts': ITS_OWN,
  'test/api/search/overload.test.ts': ITS_OWN,
  'test/api/stopping.test.ts': ITS_OWN,
  'test/api/key-rotation.test.ts': 'reads the key in the data directory',
  'test/api/import/upload.test.ts': UPLOADS,
  'test/api/import/upload-url.test.ts': UPLOADS,
}
