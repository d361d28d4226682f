import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import { EXTENSIONS } from '../../src/core/contract/extensions.ts'
import { collection } from '../../src/core/contract/collection.ts'
import { areaQuery, pointFeature, pointQuery } from '../../src/core/contract/feature.ts'
import { imageDetail, imageQuery } from '../../src/core/contract/image.ts'
import {
  inViewSearchQuery,
  inViewSearchResult,
  inViewSearchResults,
  semanticSearchQuery,
  semanticSearchResult,
  semanticSearchResults,
  similarSearchQuery,
  textSearchQuery,
  textSearchResult,
  textSearchResults,
} from '../../src/core/contract/search.ts'
import { source } from '../../src/core/contract/source.ts'
import { statistics } from '../../src/core/contract/statistics.ts'
import { subject } from '../../src/core/contract/subject.ts'
import { user } from '../../src/core/contract/user.ts'
import { PROCESSING_STATES } from '../../src/core/model/processing.ts'
import { routes } from '../../src/server/routes/index.ts'

const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')

test('the reference lists exactly the existing addresses', () => {
  const listed = [...page.matchAll(/^\| (DELETE|GET|PATCH|POST|PUT) +\| `([^`]+)`/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  )
  const answering = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(listed.sort()).toEqual(answering.sort())
})

test.each<[string, ZodObject]>([
  ['Sources', source],
  ['Collections', collection],
  ['Images', imageDetail],
  ['Subjects', subject],
  ['Contributors', user],
  ['Georeferences', pointFeature.shape.properties],
  ['Statistics', statistics],
  ['Search', textSearchResults],
  ['Search', textSearchResult],
  ['Search', semanticSearchResults],
  ['Search', semanticSearchResult],
  ['Search', inViewSearchResults],
  ['Search', inViewSearchResult],
])('the section %s names every member of the answer', (heading, shape) => {
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!
  const missing = Object.keys(shape.shape).filter((member) => !section.includes(`\`${member}\``))
  expect(missing).toEqual([])
})

test.each<[string, ZodObject]>([
  ['Images', imageQuery],
  ['Georeferences', pointQuery],
  ['Georeferences', areaQuery],
  ['Search', textSearchQuery],
  ['Search', semanticSearchQuery],
  ['Search', similarSearchQuery],
  ['Search', inViewSearchQuery],
])('the section %s names every parameter', (heading, query) => {
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!
  const own = Object.keys(query.shape).filter((name) => !['page', 'page_size'].includes(name))
  expect(own.filter((name) => !section.includes(`\`${name}\``))).toEqual([])
})

test.each([
  ['Extensions', EXTENSIONS],
  ['Processing', PROCESSING_STATES],
])('the table of the section %s describes exactly what there is', (heading, words) => {
  const section = page.split(`# ${heading}\n`)[1]!.split(/\n##/)[0]!
  const described = [...section.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, word]) => word)
  expect(described.filter((word) => word !== heading.toLowerCase())).toEqual([...words])
})
