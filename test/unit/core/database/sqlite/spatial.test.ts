import { readdir, readFile } from 'node:fs/promises'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findAreaProblem } from '../../../../../src/core/database/area-problem.ts'
import { formatProblem } from '../../../../../src/core/base/problems/problem.ts'
import { areaGeometry, pointGeometry } from '../../../../../src/core/database/sqlite/spatial.ts'
import { openStore } from '../../../../../src/core/database/sqlite/open-store.ts'

async function createTemporaryStore() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-spatial-'))
  const store = await openStore({ file: join(folder.path, 'catalog.sqlite') })
  return {
    reads: store.reads,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

const area = (coordinates: unknown, type = 'Polygon'): string =>
  JSON.stringify({ type, coordinates })

test('reports an invalid area with the reason and position', async () => {
  await using store = await createTemporaryStore()
  const bowTie = [
    [0, 0],
    [10, 10],
    [10, 0],
    [0, 12],
    [0, 0],
  ]
  const explain = async (geoJson: string) => {
    const problem = await findAreaProblem(store.reads, geoJson)
    return problem && formatProblem(problem)
  }
  expect(await explain(area([bowTie]))).toMatch(
    /^The geometry is not valid: Self-intersection at longitude 5.45\d*, latitude 5.45\d*\.$/,
  )
  const triangle = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 0],
  ]
  const far = triangle.map(([x, y]) => [x! + 50, y! + 50]).toReversed()
  expect(await explain(area([triangle, far]))).toMatch(/Hole lies outside shell/)
  expect(await explain(area([[triangle], [triangle]], 'MultiPolygon'))).toMatch(/not valid/)
  expect(await explain('{"type":"Nothing"}')).toBe('The geometry cannot be read.')
  expect(await explain(area([triangle]))).toBeUndefined()
})

test('stores coordinates exactly, also across the antimeridian', async () => {
  await using store = await createTemporaryStore()
  const longitude = fc.double({ min: -360, max: 350, noNaN: true })
  const latitude = fc.double({ min: -90, max: 80, noNaN: true })
  await fc.assert(
    fc.asyncProperty(longitude, latitude, async (x, y) => {
      const ring = [
        [x, y],
        [x + 5, y],
        [x, y + 5],
        [x, y],
      ]
      const { rows } = await sql`
        select ST_X(corner) = ${x} as x, ST_Y(corner) = ${y} as y, ST_SRID(corner) as srid
        from (select StartPoint(ExteriorRing(${areaGeometry(area([ring]))})) as corner)
      `.execute(store.reads as never)
      expect(rows).toEqual([{ x: 1, y: 1, srid: 4326 }])
    }),
    { numRuns: 50 },
  )
})

test('stores points with the longitude first', async () => {
  await using store = await createTemporaryStore()
  const { rows } = await sql`select AsText(${pointGeometry(7.5, 47)}) as text`.execute(
    store.reads as never,
  )
  expect(rows).toEqual([{ text: 'POINT(7.5 47)' }])
})

test('no SQL uses the nearest-neighbor tables of SpatiaLite, which crash the process', async () => {
  const source = new URL('../../../../../src', import.meta.url).pathname
  const files = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const texts = await Promise.all(files.map((name) => readFile(join(source, name), 'utf8')))
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((_, index) => /\bknn2?\b/i.test(texts[index]!))).toEqual([])
})
