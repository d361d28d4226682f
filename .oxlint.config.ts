/**
 * The linter's rules. The part worth reading is `walls`: who may import whom, and which folder owns which
 * package. A wall stands in the folders of `inside`, except in those of `except`.
 */
interface Wall {
  /** Globs of what must not be imported. */
  imports: string[]
  /** Only these names of it; all of it by default. */
  names?: string[]
  inside: string[]
  except?: string[]
  message: string
}

const BROWSER =
  'browser runs in the page: it imports types of the contract, directions, typed positions, and ol'

/** The rooms of core. Each imports only rooms before it. docs/architecture.md says what they hold. */
export const ROOMS = [
  'edtf',
  'base',
  'model',
  'config',
  'contract',
  'iiif',
  'integrations',
  'processes',
  'storage',
  'imaging',
  'embedding',
  'database',
  'audit',
  'job-queue',
  'auth',
  'queries',
  'stored-files',
  'resident',
  'writes',
  'jobs',
  'dump',
  'backup',
  'catalog',
  'diagnosis',
]

/** What the client commands may use of core, besides the files of storage/disk. */
export const ROOMS_OF_CLIENTS = ['edtf', 'base', 'model', 'config', 'iiif', 'contract']

const walls: Wall[] = [
  ...ROOMS.slice(0, -1).map((room, index) => ({
    imports: ROOMS.slice(index + 1).map((later) => `**/${later}/**`),
    inside: [`src/core/${room}`],
    message: `core/${room} imports only the rooms before it in docs/architecture.md`,
  })),
  {
    imports: ['**/server/**', '**/cli/**'],
    inside: ['src/core'],
    message: 'core knows neither HTTP nor the terminal',
  },
  {
    imports: ['**/cli/**'],
    inside: ['src/server'],
    message: 'the terminal sits above the server',
  },
  {
    imports: ['**/server/**'],
    inside: ['src/cli'],
    except: hostCommands(),
    message:
      'only serve, demo, doctor, admin, basemap, gazetteer, model, publish and withApi load the server',
  },
  {
    imports: [
      ...ROOMS.filter((room) => !ROOMS_OF_CLIENTS.includes(room)).map(
        (room) => `**/core/${room}/**`,
      ),
      '!**/core/storage/disk/**',
      '**/core/base/log.ts',
    ],
    inside: ['src/cli'],
    // Failures of the host have the same sentences in the terminal and on the server.
    except: [...hostCommands(), 'src/cli/doctor', 'src/cli/terminal/report-error.ts'],
    message:
      'the terminal talks HTTP: of core it imports contract, iiif, model, base, config and edtf',
  },
  {
    imports: ['**/database/sqlite/**', '**/database/postgres/**'],
    inside: ['src'],
    // catalog/open-database.ts chooses the engine.
    except: [
      'src/core/database',
      'src/core/resident/copy',
      'src/core/resident/postgres',
      'src/core/catalog/open-database.ts',
    ],
    message: 'import the files of core/database itself: they choose the engine',
  },
  {
    imports: ['kysely'],
    names: ['sql'],
    inside: ['src'],
    // References, literals and placeholders hold no SQL. Covers are one statement for a whole page.
    except: [
      'src/core/database',
      'src/core/resident/copy',
      'src/core/resident/postgres',
      'src/core/queries/images/covers.ts',
    ],
    message:
      'raw SQL belongs to the database: use the query builder, or add what it lacks to Dialect',
  },
  {
    imports: ['storage', 'imaging', 'embedding', 'processes'].map((room) => `**/${room}/**`),
    inside: ['src/core/queries'],
    message: 'a query reads the database and nothing else',
  },
  {
    imports: ['node:fs', 'node:fs/*'],
    names: ['mkdir', 'mkdirSync'],
    inside: ['src'],
    // These create one folder, in a parent that must exist.
    except: [
      'src/core/storage/disk/make-folder.ts',
      'src/core/storage/storage-root.ts',
      'src/core/storage/temporary-folder.ts',
      'src/core/backup/backup-folder.ts',
      'src/cli/publish/folder-target.ts',
    ],
    message:
      'create folders with makeFolder of core/storage/disk: a recursive mkdir can loop for ever',
  },
  {
    imports: ['node:fs', 'node:fs/*', 'kysely'],
    inside: ['src/core/model', 'src/core/edtf'],
    message: 'this folder is pure: it neither reads files nor the database',
  },
  {
    imports: ['../*/**', '!../base/**', '!../edtf/**', 'node:*'],
    inside: ['src/core/iiif'],
    message: 'iiif is pure: it imports base and edtf only',
  },
  {
    imports: [
      '../**',
      '!../../core/contract/**',
      '!../../core/model/geometry/direction.ts',
      '!../../core/model/geometry/typed-*',
      'node:*',
    ],
    inside: ['src/server/browser'],
    except: ['src/server/browser/editor', 'src/server/browser/forms'],
    message: BROWSER,
  },
  {
    imports: [
      '../../**',
      '!../../../core/model/geometry/direction.ts',
      '!../../../core/model/geometry/typed-*',
      'node:*',
    ],
    inside: ['src/server/browser/editor', 'src/server/browser/forms'],
    message: BROWSER,
  },
  {
    imports: ['**/browser/**'],
    inside: ['src'],
    except: ['src/server/browser'],
    message: 'only the bundler reads browser',
  },
  owner(['markdown-it'], ['src/server/pages/parts/markdown.ts']),
  owner(['ol', 'ol/**', 'ol-mapbox-style'], ['src/server/browser']),
  owner(['pmtiles'], ['src/core/model/pmtiles', 'src/cli/basemap', 'src/server/browser']),
  owner(['koa', 'koa-*', '@koa/*'], ['src/server']),
  owner(['sharp'], ['src/core/imaging']),
  owner(['onnxruntime-node', '@huggingface/*'], ['src/core/embedding/inference']),
  owner(
    ['better-sqlite3'],
    [
      'src/core/database',
      'src/core/resident',
      'src/core/storage/disk/file-lock.ts',
      ...clientDatabases(),
    ],
  ),
  owner(['kysely'], ['src/core']),
  owner(['geographiclib-geodesic', '@erikmichelson/open-location-code-ts'], ['src/core/model']),
  owner(['pbf'], ['src/core/model/mvt', 'src/core/model/pmtiles']),
  owner(['flatqueue'], ['src/core/resident']),
  owner(['undici'], ['src/cli', 'src/core/integrations']),
  owner(['openid-client'], ['src/cli', 'src/core/integrations']),
  owner(['re2js'], ['src/cli/manifest/scan']),
  owner(['hyparquet-writer'], ['src/cli/export/formats/parquet.ts']),
  owner(['commander', '@commander-js/*', '@inquirer/*', 'cli-progress', 'open'], ['src/cli']),
  owner(['pino'], ['src/core/base/log.ts']),
  owner(['@aws-sdk/*'], ['src/core/storage/s3']),
]

/** The commands that open a catalog themselves. */
function hostCommands(): string[] {
  const commands = [
    'serve.ts',
    'demo',
    'doctor.ts',
    'admin',
    'basemap',
    'gazetteer.ts',
    'model',
    'publish.ts',
  ]
  return ['src/cli/host', 'src/cli/publish', ...commands.map((name) => `src/cli/commands/${name}`)]
}

/** Folders of the client that keep SQLite files of their own. */
function clientDatabases(): string[] {
  return [
    'src/cli/login',
    'src/cli/import/journal',
    'src/cli/export',
    'src/cli/harvest/harvest-state.ts',
    'src/cli/harvest/state-database.ts',
    'src/cli/mirror',
  ]
}

function owner(packages: string[], homes: string[]): Wall {
  const message = `${packages[0]} belongs to ${homes.join(', ')}`
  return { imports: packages, inside: ['src'], except: homes, message }
}

/** oxlint takes the last override that fits a file, so each folder gets all walls that stand in it. */
function overridesOf(all: Wall[]) {
  const folders = new Set(all.flatMap(({ inside, except = [] }) => [...inside, ...except]))
  const outermostFirst = [...folders].sort((a, b) => a.split('/').length - b.split('/').length)
  return outermostFirst.map((folder) => ({
    files: [folder.endsWith('.ts') ? folder : `${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns: patternsIn(folder, all) }] },
  }))
}

function patternsIn(folder: string, all: Wall[]) {
  const isWithin = (outer: string): boolean => folder === outer || folder.startsWith(`${outer}/`)
  return all
    .filter(({ inside, except = [] }) => inside.some(isWithin) && !except.some(isWithin))
    .map(({ imports, names, message }) => ({
      group: imports,
      message,
      ...(names && { importNames: names }),
    }))
}

export default {
  plugins: ['typescript', 'import', 'unicorn', 'promise', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { node: true, es2024: true },
  ignorePatterns: ['dist', 'data', 'node_modules'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'no-console': 'error',
    eqeqeq: 'error',
    'prefer-const': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', { max: 4 }],
    'max-depth': ['error', { max: 3 }],
    complexity: ['error', { max: 10 }],
  },
  overrides: [
    ...overridesOf(walls),
    {
      // A language has few files, so that translators find everything.
      files: ['src/server/messages/**'],
      rules: { 'max-lines': 'off' },
    },
    {
      // AssemblyScript: it has several types of numbers, variables that functions change, and no imports of types only.
      files: ['src/core/resident/kernels/**'],
      rules: {
        'typescript/consistent-type-imports': 'off',
        'typescript/no-unnecessary-type-assertion': 'off',
        'no-unmodified-loop-condition': 'off',
      },
    },
    {
      files: ['test/**', 'fixtures/**', 'bin/**', '.oxlint.config.ts'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        'no-restricted-imports': 'off',
        'max-lines-per-function': 'off',
        'max-lines': 'off',
        'no-console': 'off',
        'import/no-default-export': 'off',
      },
    },
  ],
}
