import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { createLinks } from '../../src/server/http/links.ts'
import { listResponses } from '../../src/server/openapi/responses.ts'
import { buildDocument } from '../../src/server/openapi/document.ts'
import { operationId } from '../../src/server/openapi/operation.ts'
import type { OpenApi, Operation, Parameter } from '../../src/server/openapi/types.ts'
import type { Route } from '../../src/server/http/route.ts'
import { routeGroups, routes } from '../../src/server/routes/index.ts'
import { outlineOpenApi } from '../support/outline-openapi.ts'

const base = 'https://catalog.example.org'
const build = (): OpenApi =>
  buildDocument(
    routeGroups,
    createLinks({ baseUrl: base, cdnUrl: `${base}/media`, uploadUrl: `${base}/upload` }),
  )
const document = build()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

function operationFor(route: Route): Operation {
  return operations.find(({ operation }) => operation.operationId === operationId(route))!.operation
}

function own(operation: Operation): Parameter[] {
  return (operation.parameters ?? []).filter((one): one is Parameter => !('$ref' in one))
}

/** Yields every object and string of a value with its JSON pointer. */
function* walk(value: unknown, at = '#'): Generator<[at: string, value: unknown]> {
  yield [at, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${at}/${key}`)
}

test('the document matches the golden files', async () => {
  const folder = new URL('../../fixtures/goldens/openapi/', import.meta.url)
  const files = outlineOpenApi(document)
  if (process.env.UPDATE_GOLDENS) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    for (const [name, text] of files) await writeFile(new URL(name, folder), text)
  }
  expect(await readdir(folder), 'If you intended this: npm run goldens').toEqual(
    [...files.keys()].toSorted(),
  )
  for (const [name, text] of files)
    expect(text, `${name}: if you intended this: npm run goldens`).toBe(
      await readFile(new URL(name, folder), 'utf8'),
    )
})

test('the document is deterministic', () => {
  expect(JSON.stringify(build())).toBe(JSON.stringify(document))
})

test('the document contains every route exactly once, and nothing else', () => {
  const told = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
  const served = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(told.toSorted()).toEqual(served.toSorted())
})

test('every operation has a unique id, a tag, a summary and a successful response', () => {
  const names = operations.map(({ operation }) => operation.operationId)
  expect(new Set(names).size).toBe(names.length)
  const tags = document.tags.map(({ name }) => name)
  for (const { operation } of operations) {
    expect(tags).toContain(operation.tags[0])
    expect(operation.summary, operation.operationId).toMatch(/^[A-Z].*[^.]$/)
    expect(Object.keys(operation.responses).some((status) => /^[23]\d\d$/.test(status))).toBe(true)
  }
})

test('every response with a body has a schema', () => {
  for (const route of routes.filter(({ path }) => /^\/(api\/v2|oauth)\//.test(path))) {
    for (const { status, types, schema } of listResponses(route)) {
      const json = types.some((type) => type.endsWith('json'))
      expect(json, `${route.method} ${route.path} ${status}`).toBe(schema !== undefined)
    }
  }
})

test('every reference resolves, and every named schema is used', () => {
  const references = [...walk(document)].flatMap(([at, value]) =>
    at.endsWith('/$ref') ? [value as string] : [],
  )
  const find = (reference: string): unknown =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
  for (const reference of references) expect(find(reference), reference).toBeDefined()
  const used = new Set(references.map((reference) => reference.split('/').at(-1)))
  expect(Object.keys(document.components.schemas).filter((name) => !used.has(name))).toEqual([])
})

test('every parameter is declared once, and path parameters match the path', () => {
  for (const { path, operation } of operations) {
    const parameters = own(operation)
    const keys = parameters.map(({ name, in: place }) => `${place} ${name}`)
    expect(new Set(keys).size, path).toBe(keys.length)
    const inPath = parameters.filter((one) => one.in === 'path' && one.required)
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(inPath.map(({ name }) => name)).toEqual(placeholders)
  }
})

test('every security scheme and scope of an operation is defined', () => {
  const schemes = document.components.securitySchemes
  const { scopes } = (schemes.OAuth as { flows: { authorizationCode: { scopes: object } } }).flows
    .authorizationCode
  for (const { operation } of operations) {
    for (const [scheme, asked] of operation.security.flatMap(Object.entries<string[]>)) {
      expect(Object.keys(schemes)).toContain(scheme)
      expect(Object.keys(scopes)).toEqual(expect.arrayContaining(asked))
    }
  }
})

test.each(routes)('$method $path: the examples match the schemas', (route) => {
  const { requestBody, responses, ...operation } = operationFor(route)
  const body = requestBody?.content['application/json']
  if (body) expect((route.body as unknown as ZodType).safeParse(body.example).error).toBeUndefined()
  for (const { status, schema } of listResponses(route)) {
    for (const { example } of Object.values(responses[status]?.content ?? {})) {
      if (example !== undefined) expect(schema?.safeParse(example).error).toBeUndefined()
    }
  }
  const given = own(operation as Operation).filter((one) => one.in === 'query' && one.example)
  const texts = given.map(({ name, example }) => [name, [example].flat().join(',')])
  const query = route.query as ZodType | undefined
  expect(query?.safeParse(Object.fromEntries(texts)).error).toBeUndefined()
})

test('every named schema has a description, and no example is a placeholder', () => {
  for (const [name, { description }] of Object.entries(document.components.schemas)) {
    expect(description, name).toMatch(/\.$/)
  }
  const examples = [...walk(document)].filter(([at]) => at.endsWith('/example'))
  for (const [at, example] of examples) expect(JSON.stringify(example), at).not.toMatch(/:"text"/)
})

test('no schema contains internal keywords', () => {
  const foreign = [...walk(document)].filter(([at]) => /\/(id|\$defs|~standard)$/.test(at))
  expect(foreign.filter(([at]) => !/\/(properties|examples?)\b/.test(at))).toEqual([])
})
