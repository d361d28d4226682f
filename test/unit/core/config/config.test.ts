import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  fileKeyOf,
  flagOf,
  isLoopback,
  loadConfig,
  settingNames,
} from '../../../../src/core/config/config.ts'
import { requireLogo } from '../../../../src/core/config/site-settings.ts'
import { SETTINGS } from '../../../../src/core/config/settings.ts'
import { CatalogError } from '../../../../src/core/base/errors.ts'

function dataWith(toml: string): string {
  const data = mkdtempSync(join(tmpdir(), 'catalog-config-'))
  writeFileSync(join(data, 'catalog.toml'), toml)
  return data
}

function problemsOf(load: () => unknown): Record<string, string[]> {
  try {
    load()
  } catch (error) {
    if (error instanceof CatalogError) return error.details.fields ?? {}
    throw error
  }
  return {}
}

test('reports all invalid settings at once, each with its origin and the expected value', () => {
  const data = dataWith('max_upload = "huge"\ncolor = "red"\n')
  const problems = problemsOf(() =>
    loadConfig({
      flags: { data, port: '70000' },
      env: { CATALOG_BASE_URL: 'ftp://example.org', CATALOG_LOG_LEVEL: 'loud' },
    }),
  )
  expect(problems).toEqual({
    '--port': ['should be a whole number from 0 to 65535, not "70000"'],
    CATALOG_BASE_URL: [
      'should be an HTTP or HTTPS address without user, query or fragment, not "ftp://example.org"',
    ],
    CATALOG_LOG_LEVEL: [
      'should be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
    ],
    'color in catalog.toml': ['is not a setting'],
    'max_upload in catalog.toml': [
      'should be a whole number from 1 to 9007199254740991, not "huge"',
    ],
  })
})

const OSM_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
const OSM_CREDIT = '© [OpenStreetMap](https://www.openstreetmap.org/copyright)'

test.each([
  OSM_TILES,
  'https://tiles.example/styles/quiet.json?key=a1',
  'http://maps.example/style',
])('accepts the basemap %s with its credit', (url) => {
  const env = { CATALOG_BASEMAP_URL: url, CATALOG_BASEMAP_ATTRIBUTION: OSM_CREDIT }
  const { config } = loadConfig({ env })
  expect(config).toMatchObject({ basemapUrl: url, basemapAttribution: OSM_CREDIT })
})

test('refuses a basemap without a credit', () => {
  expect(problemsOf(() => loadConfig({ env: { CATALOG_BASEMAP_URL: OSM_TILES } }))).toEqual({
    CATALOG_BASEMAP_URL: [
      'needs the credit that the provider of the map asks for; set CATALOG_BASEMAP_ATTRIBUTION',
    ],
  })
})

test.each([
  'tiles/{z}/{x}/{y}.png',
  'file:///srv/{z}/{x}/{y}.png',
  'https://{s}.example/{z}/{x}/{y}.png',
  'https://tiles.example/{z}/{x}.png',
  'https://{x}.example/{y}/{z}.png',
])('refuses the basemap %s', (url) => {
  const env = { CATALOG_BASEMAP_URL: url, CATALOG_BASEMAP_ATTRIBUTION: OSM_CREDIT }
  const problems = problemsOf(() => loadConfig({ env }))
  expect(problems.CATALOG_BASEMAP_URL?.[0]).toMatch(/^should be .*\{z\}, \{x\} and \{y\}/)
})

test.each([
  ['text', 'pg_trgm'],
  ['vectors', 'pgvector'],
] as const)('accepts %s=%s only with a PostgreSQL database', (name, value) => {
  const variable = `CATALOG_${name.toUpperCase()}`
  const needed = [`${value} needs a PostgreSQL database; set CATALOG_DATABASE_URL`]
  const env = { [variable]: value }
  expect(problemsOf(() => loadConfig({ env }))).toEqual({ [variable]: needed })
  const data = dataWith(`${name} = "${value}"\n`)
  expect(problemsOf(() => loadConfig({ flags: { data } }))).toEqual({
    [`${name} in catalog.toml`]: needed,
  })
  const withDatabase = { ...env, CATALOG_DATABASE_URL: 'postgres://user@host/name' }
  expect(loadConfig({ env: withDatabase }).config[name]).toBe(value)
})

test('accepts a replica only with a PostgreSQL database', () => {
  const replica = { CATALOG_DATABASE_READ_URL: 'postgres://replica/name' }
  expect(problemsOf(() => loadConfig({ env: replica }))).toEqual({
    CATALOG_DATABASE_READ_URL: ['a replica needs a PostgreSQL database; set CATALOG_DATABASE_URL'],
  })
})

test('reads the texts of the site, one for all languages or one for each', () => {
  const data = dataWith(`tagline = "Old pictures"
about.en = "Us"
about.de = "Wir"
footer_links = [{ title.fr = "Blog", url = "mailto:a@b.example" }]
`)
  expect(loadConfig({ flags: { data } }).config).toMatchObject({
    tagline: 'Old pictures',
    about: { en: 'Us', de: 'Wir' },
    imprint: null,
    footerLinks: [{ title: { fr: 'Blog' }, url: 'mailto:a@b.example' }],
  })
})

test.each([
  ['"cc-by-4.0"', 'CC BY 4.0 (Attribution)', 'https://creativecommons.org/licenses/by/4.0/'],
  [
    '"ODbL-1.0"',
    'ODbL 1.0 (Open Database License)',
    'https://opendatacommons.org/licenses/odbl/1-0/',
  ],
  ['{ title = " Terms ", url = "https://town.example/t" }', 'Terms', 'https://town.example/t'],
])('reads the license of contributions %s', (toml, display_name, permalink) => {
  const data = dataWith(`contributions_license = ${toml}`)
  const { contributionsLicense } = loadConfig({ flags: { data } }).config
  expect(contributionsLicense).toMatchObject({ display_name, permalink })
})

test.each([
  ['about.it = "Noi"', 'about', /^should be a text .* en, de, fr, es, not \{"it":"Noi"\}/],
  ['about = 3', 'about', /^should be a text/],
  ['imprint.de = " "', 'imprint', /^should be a text/],
  ['logo = "../logo.svg"', 'logo', /^should be one of logo\.svg, logo\.png/],
  ['footer_links = "https://a.example"', 'footer_links', /^should be a list/],
  ['footer_links = [{ title = "A", url = "javascript:alert(1)" }]', 'footer_links', /"javascript/],
  ['footer_links = [{ url = "https://a.example" }]', 'footer_links', /^should be a list/],
  ['contributions_license = "GPL"', 'contributions_license', /^should be one of CC0-1\.0, .*"GPL"/],
  ['contributions_license.title = "A"', 'contributions_license', /, or a title and an address/],
  [
    'contributions_license = { title = "A", url = "javascript:1" }',
    'contributions_license',
    /1"\}/,
  ],
])('refuses %s', (toml, key, problem) => {
  const problems = problemsOf(() => loadConfig({ flags: { data: dataWith(toml) } }))
  expect(problems).toEqual({ [`${key} in catalog.toml`]: [expect.stringMatching(problem)] })
})

test('reads layers of maps, also from WMTS templates and files', () => {
  const data = dataWith(`[[layer]]
title = "Plan"
url = "https://maps.example/{TileMatrix}/{TileRow}/{TileCol}.png"
years = 1897
bounds = [7.5, 47.5, 7.7, 47.6]
credit = "Archive"
max_zoom = 17
[[layer]]
title.de = "Plan"
url = "plan.pmtiles"
bounds = [177, -19, -179, -16]
credit = "Archive"
[[layer]]
title = "Sheet"
url = "https://annotations.example/maps/1"
credit = "Archive"
hosts = ["https://iiif.example"]
`)
  expect(loadConfig({ flags: { data } }).config.layer).toMatchObject([
    {
      id: 'plan',
      kind: 'tiles',
      url: 'https://maps.example/{z}/{y}/{x}.png',
      years: '1897',
      bounds: { west: 7.5, south: 47.5, east: 7.7, north: 47.6 },
      opacity: 0.7,
      maxZoom: 17,
    },
    {
      id: 'plan-2',
      kind: 'pmtiles',
      years: null,
      bounds: { west: 177, south: -19, east: 181, north: -16 },
      hosts: [],
      maxZoom: 19,
    },
    { id: 'sheet', kind: 'georeference', bounds: null, hosts: ['https://iiif.example'] },
  ])
})

test('refuses layers of maps, and says of each what is wrong', () => {
  const data = dataWith(`[[layer]]
url = "../secret.pmtiles"
credit = "Archive"
[[layer]]
title = "Plan"
url = "https://{x}.example/{y}/{z}.png"
years = "old"
bounds = [7.7, 47.5, 7.5, 47.6]
opacity = 7
color = "red"
hosts = ["https://iiif.example/path"]
`)
  const url = /url should be an address of tiles with \{z\}, \{x\} and \{y\}, .*, not "/v
  expect(problemsOf(() => loadConfig({ flags: { data } }))).toEqual({
    'layer in catalog.toml': [
      expect.stringMatching(/^layer 1: title is missing; it should be a text of at most 200 /v),
      expect.stringMatching(url),
      'layer 2: color is not a setting of layers',
      expect.stringMatching(url),
      'layer 2: years should be a year or another date in EDTF, such as 1897 or "1891/1912", not "old"',
      expect.stringMatching(
        /^layer 2: bounds should be the west, .* not \[7\.7,47\.5,7\.5,47\.6\]$/v,
      ),
      expect.stringMatching(/^layer 2: credit is missing; it should be the credit/v),
      'layer 2: opacity should be a number from 0 to 1, not 7',
      expect.stringMatching(/^layer 2: hosts should be a list of origins such as /v),
    ],
  })
  const many = problemsOf(() =>
    loadConfig({
      env: { CATALOG_LAYER: '[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]' },
    }),
  )
  expect(many.CATALOG_LAYER![0]).toMatch(/^should be a list of at most 20 layers/v)
})

test('a server needs the file of its logo, of at most 256 KiB', () => {
  const data = dataWith('logo = "logo.png"')
  const check = () => problemsOf(() => requireLogo(loadConfig({ flags: { data } })))
  const origin = 'logo in catalog.toml'
  expect(check()).toEqual({ [origin]: [`is logo.png, but ${data} has no such file`] })
  writeFileSync(join(data, 'logo.png'), Buffer.alloc(262_145))
  expect(check()).toEqual({ [origin]: ['is a file of 262145 bytes; at most 262144 are shown'] })
  writeFileSync(join(data, 'logo.png'), Buffer.alloc(262_144))
  expect(check()).toEqual({})
})

test('reports an invalid secret without revealing it', () => {
  const problems = problemsOf(() => loadConfig({ env: { CATALOG_SECRET: ' ' } }))
  expect(problems).toEqual({ CATALOG_SECRET: ['should be text, not the value given'] })
})

test('reports an invalid settings file with its path and error', () => {
  const data = dataWith('port = = 1')
  const problems = problemsOf(() => loadConfig({ flags: { data } }))
  expect(problems).toEqual({
    [join(data, 'catalog.toml')]: [expect.stringMatching(/^is not valid TOML: /)],
  })
})

test('prefers flags to the environment, the environment to the file, the file to defaults', () => {
  const data = dataWith('port = 1001\nhost = "localhost"\nmax_pixels = 5\n')
  const env = { CATALOG_PORT: '1002', CATALOG_HOST: '127.0.0.2' }
  const { config, origins } = loadConfig({ flags: { data, port: '1003' }, env })
  expect(config).toMatchObject({ port: 1003, host: '127.0.0.2', maxPixels: 5, logLevel: 'info' })
  expect(origins).toMatchObject({
    port: '--port',
    host: 'CATALOG_HOST',
    maxPixels: 'max_pixels in catalog.toml',
    logLevel: 'default',
  })
})

test('prefers the environment to the environment file, and that file to the data directory', () => {
  const data = dataWith('port = 1001\nhost = "localhost"\nmax_pixels = 5\n')
  const secret = join(mkdtempSync(join(tmpdir(), 'catalog-secret-')), 'secret')
  writeFileSync(secret, 'open sesame')
  const variables = {
    CATALOG_DATA: data,
    CATALOG_PORT: '1002',
    CATALOG_HOST: '127.0.0.2',
    CATALOG_SECRET: 'of the file',
    CATALOG_OSM_CLIENT_SECRET_FILE: secret,
  }
  const env = { CATALOG_PORT: '1003', CATALOG_SECRET_FILE: secret }
  const envFile = { path: '/etc/catalog.env', variables, problem: null }
  const { config, secrets, origins } = loadConfig({ env, envFile })
  expect(config).toMatchObject({ data, port: 1003, host: '127.0.0.2', maxPixels: 5 })
  expect(secrets).toMatchObject({ secret: 'open sesame', osmClientSecret: 'open sesame' })
  expect(origins).toMatchObject({
    data: 'CATALOG_DATA in /etc/catalog.env',
    port: 'CATALOG_PORT',
    secret: 'CATALOG_SECRET_FILE',
    osmClientSecret: 'CATALOG_OSM_CLIENT_SECRET_FILE in /etc/catalog.env',
  })
})

test('an environment file that cannot be read counts only if CATALOG_ENV_FILE names it', () => {
  const envFile = { path: '/etc/catalog.env', variables: {}, problem: 'EACCES' }
  expect(loadConfig({ envFile }).config.port).toBe(8000)
  const env = { CATALOG_ENV_FILE: '/etc/catalog.env' }
  expect(problemsOf(() => loadConfig({ env, envFile }))).toEqual({
    CATALOG_ENV_FILE: ['names a file that cannot be read: EACCES'],
  })
})

test('treats an empty variable as absent', () => {
  expect(loadConfig({ env: { CATALOG_PORT: '' } }).config.port).toBe(8000)
})

test('reads a secret from a separate file, and keeps it out of the public settings', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'catalog-secret-')), 'secret')
  writeFileSync(path, 'open sesame\n')
  const { config, secrets } = loadConfig({ env: { CATALOG_SECRET_FILE: path } })
  expect(secrets.secret).toBe('open sesame')
  expect(JSON.stringify(config)).not.toContain('sesame')
})

test('removes the final slash of addresses and keeps a path prefix', () => {
  const { config } = loadConfig({ flags: { baseUrl: 'https://example.org/photos/' } })
  expect(config.baseUrl).toBe('https://example.org/photos')
})

test('accepts a bucket with a prefix as storage, and nothing else', () => {
  const load = (url: string) => loadConfig({ env: { CATALOG_STORAGE_URL: url } })
  expect(load('s3://archive').config.storageUrl).toBe('s3://archive')
  expect(load('s3://archive/a/b.c/').config.storageUrl).toBe('s3://archive/a/b.c')
  expect(load('s3://museum_1:archive/a').config.storageUrl).toBe('s3://museum_1:archive/a')
  const invalid = [
    's3://',
    's3://museum:',
    's3://a:b:archive',
    's3://Archive',
    's3://archive/../b',
    's3://archive/a b',
    'https://a.org',
  ]
  for (const url of invalid) {
    const [problem] = problemsOf(() => load(url)).CATALOG_STORAGE_URL ?? []
    expect(problem, url).toContain('such as s3://archive/catalog')
  }
})

test('every setting has a unique variable, flag and key', () => {
  const names = settingNames()
  for (const nameOf of [(name: (typeof names)[number]) => SETTINGS[name].env, flagOf, fileKeyOf]) {
    expect(new Set(names.map(nameOf)).size).toBe(names.length)
  }
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['[::1]', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['127.0.0.1.example.org', false],
  ['192.168.1.4', false],
])('is %s a loopback address: %s', (host, loopback) => {
  expect(isLoopback(host)).toBe(loopback)
})

test('catalog.toml cannot change the data directory', () => {
  const data = dataWith('data = "/elsewhere"\n')
  expect(problemsOf(() => loadConfig({ flags: { data } }))).toEqual({
    'data in catalog.toml': [expect.stringContaining('use --data or CATALOG_DATA')],
  })
})

test('reports an unreadable catalog.toml with its path', () => {
  const data = mkdtempSync(join(tmpdir(), 'catalog-config-'))
  mkdirSync(join(data, 'catalog.toml'))
  expect(problemsOf(() => loadConfig({ flags: { data } }))).toEqual({
    [join(data, 'catalog.toml')]: [expect.stringContaining('cannot be read')],
  })
})
