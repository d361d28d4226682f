import { glob } from 'node:fs/promises'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { createCli } from '../../src/cli/cli.ts'
import { listEndpoints } from '../../src/cli/host/with-api.ts'
import { createProgram } from '../../src/cli/program.ts'
import type { Role } from '../../src/core/auth/caller.ts'
import type { UseCase } from '../../src/core/writes/run/use-case.ts'
import type { Route } from '../../src/server/http/route.ts'
import { routes } from '../../src/server/routes/index.ts'

const BROWSER_ONLY = 'concerns the browser or the whole account, so that no token may do it'
const OAUTH = 'an RFC on OAuth says who may do what'

/** Requests that change something without a use case, and why. */
const WITHOUT_USE_CASE: Record<string, string> = {
  'PUT /upload/incoming/:slot': 'stores a file, and changes no row; a signature permits it',
  'POST /georeference/:id/find/': 'shows the form again with places, and changes nothing',
  'POST /oai/': 'answers as GET does, which OAI-PMH requires, and changes nothing',
  'POST /api/v2/apps/': OAUTH,
  'GET /oauth/authorize/': OAUTH,
  'POST /oauth/authorize/': OAUTH,
  'POST /oauth/token/': OAUTH,
  'POST /oauth/revoke_token/': OAUTH,
  'POST /login/': BROWSER_ONLY,
  'GET /login/osm/callback/': BROWSER_ONLY,
  'POST /logout/': BROWSER_ONLY,
  'POST /account/withdraw/': BROWSER_ONLY,
  'POST /account/sessions/end/': BROWSER_ONLY,
  'POST /account/erase/': BROWSER_ONLY,
}

const forms = routes.filter(
  ({ method, errorFormat }) => method === 'POST' && errorFormat === 'page',
)

const endpoints = routes.filter(({ path }) => path.startsWith('/api/v2/'))

const EACH = 'staff choose several images on a page; apps and commands send a request for each'
const IMPORTS = 'importers send files with commands, which check a whole table and can resume'
const PICTURES = 'people do it where they see the picture: on pages, and in apps'
const RARE = 'rare, and only of what is empty; pages hide it instead'
const BETTER = 'on pages, a better contribution takes its place, or staff revert those of a user'

/** Use cases without an endpoint, and why. */
const WITHOUT_ENDPOINT: Record<string, string> = { 'image.moderate': EACH }

/** Use cases without a form, and why. */
const WITHOUT_FORM: Record<string, string> = {
  'flag.reopen': 'pages show only reports that are open',
  'source.delete': RARE,
  'collection.delete': RARE,
  'collection.move': 'rare: archives agree on it',
  'subject.remove': 'pages merge subjects instead',
  'georeference.delete': BETTER,
  'validation.delete': BETTER,
  'slot.request': IMPORTS,
  'slot.cancel': IMPORTS,
  'image.import': IMPORTS,
  'image.replace': IMPORTS,
  'import.name': IMPORTS,
  'import.undo': IMPORTS,
}

/** Use cases without a command, and why. */
const WITHOUT_COMMAND: Record<string, string> = {
  'image.moderate': EACH,
  'image.flag': PICTURES,
  'image.skip': PICTURES,
  'image.unskip': PICTURES,
  'from_above_georeference.add': PICTURES,
  'validation.add': PICTURES,
  'georeference.withdraw': PICTURES,
  'comment.add': PICTURES,
}

test('every request that changes something names its use cases, or there is a reason', () => {
  const others = routes.filter(
    ({ method, hasEffects, useCases }) => (method !== 'GET' || hasEffects) && !useCases,
  )
  const addresses = others.map(({ method, path }) => `${method} ${path}`)
  expect(addresses.toSorted()).toEqual(Object.keys(WITHOUT_USE_CASE).toSorted())
})

const uses = forms.flatMap(({ path, useCases = [] }) =>
  useCases.map(({ name }) => ({ path, name })),
)

test.each(uses)('an app with the right scope can do what $path does: $name', ({ path, name }) => {
  const role: Role = path.startsWith('/staff/') ? 'moderator' : 'contributor'
  const same = endpoints.filter(({ useCases = [] }) => useCases.some((one) => one.name === name))
  expect(same.length === 0).toBe(name in WITHOUT_ENDPOINT)
  for (const { access } of same) expect([access].flat()).toContain(role)
})

const useCases = await loadUseCases()
const program = await createProgram(createCli(), () => undefined)
const commands = listCommands(program)

test.each(useCases)('$name has an endpoint, a form and a command, or a reason', ({ name }) => {
  const isRunBy = ({ useCases = [] }: Pick<Route, 'useCases'>) =>
    useCases.some((one) => one.name === name)
  const addresses = endpoints.filter(isRunBy).map(({ method, path }) => `${method} ${path}`)
  const isSent = commands.some((command) =>
    listEndpoints(command).some((address) => addresses.includes(address)),
  )
  expect({
    endpoint: addresses.length > 0,
    form: forms.some(isRunBy),
    command: isSent,
  }).toEqual({
    endpoint: !(name in WITHOUT_ENDPOINT),
    form: !(name in WITHOUT_FORM),
    command: !(name in WITHOUT_COMMAND),
  })
})

test('every reason is about a use case, and every command names endpoints that exist', () => {
  const names = useCases.map(({ name }) => name)
  const excused = [WITHOUT_ENDPOINT, WITHOUT_FORM, WITHOUT_COMMAND].flatMap(Object.keys)
  expect(names).toEqual(expect.arrayContaining(excused))
  const known = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(known).toEqual(expect.arrayContaining(commands.flatMap(listEndpoints)))
})

/** Requests by moderators that repeat safely without an idempotency key, although they are a POST, and why. */
const WITHOUT_KEY: Record<string, string> = {
  'audit.revert_batch': 'a repetition continues, and finds what is reverted changed',
  'job.retry_kind': 'a repetition queues what failed since',
}

test('what only moderators do is limited, and what they create is created once', () => {
  const moderations = useCases.filter(({ access }) => String(access) === 'moderator')
  expect(moderations.filter(({ limit }) => limit !== 'moderations')).toEqual([])
  const posted = endpoints
    .filter(({ method }) => method === 'POST')
    .flatMap((route) => route.useCases ?? [])
  const unkeyed = moderations.filter(
    (one) => !('once' in one) && posted.some(({ name }) => name === one.name),
  )
  expect(unkeyed.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITHOUT_KEY))
})

test('use cases have different names', () => {
  const names = useCases.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(50)
})

/** The use cases that the modules of core export. */
async function loadUseCases(): Promise<
  Pick<UseCase<object, unknown>, 'access' | 'limit' | 'name'>[]
> {
  const folder = new URL('../../src/core/writes/', import.meta.url)
  const files = await Array.fromAsync(glob('**/*.ts', { cwd: folder }))
  const modules = files.map((file) => import(new URL(file, folder).href))
  const exported = (await Promise.all(modules)).flatMap((module: object) => Object.values(module))
  return exported.filter(
    (one) => typeof one === 'object' && one !== null && 'name' in one && 'access' in one,
  )
}

function listCommands(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(listCommands)]
}
