import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import { areaGeometry, pointGeometry } from '../../src/core/database/sql.ts'
import { createSeed } from './seed.ts'
import { hasOpenTransaction } from './test-postgres.ts'
import type { TestServer } from './test-server.ts'

export const POINTS = '/api/v2/georeferences/export/?with=image'
const SQUARE = '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}'

/** Adds more points and areas than the buffers of a connection hold. */
export async function fillWithContributions(server: TestServer): Promise<void> {
  const seed = createSeed(server)
  const ids = Array.from({ length: 600 }, (_, index) => index + 1)
  await seed.images(await seed.collection(), ids)
  const user = await seed.user()
  await server.catalog.write(async (tx) => {
    const description = 'x'.repeat(25_000)
    await tx.updateTable('image').set({ description, from_above: 1 }).execute()
    const made = ids.map((id) => ({
      image_id: id,
      confidence: 'low' as const,
      user_id: user,
      created_at: id,
    }))
    const point = { latitude: 1, longitude: 2, geom: pointGeometry(2, 1) }
    const points = made.map((row) => ({ ...row, ...point }))
    await tx.insertInto('georeference').values(points).execute()
    // Only damage can make an area invalid.
    const geom = areaGeometry(SQUARE)
    const areas = made.map((row) => ({ ...row, geom, polygon: row.image_id < 550 ? SQUARE : '{' }))
    await tx.insertInto('from_above_georeference').values(areas).execute()
  })
}

/** Starts an export from this address, and does not read it. */
export function openExport(
  { boundUrl }: TestServer,
  address: string,
  token: Record<string, string> = {},
): Promise<IncomingMessage> {
  const headers = { 'X-Forwarded-For': address, 'Accept-Encoding': 'identity', ...token }
  return new Promise((resolve, reject) => {
    get(boundUrl + POINTS, { headers }, resolve).on('error', reject)
  })
}

/** Whether an export reads a snapshot of the database. */
export async function hasSnapshot({ catalog, data }: TestServer): Promise<boolean> {
  const { address } = catalog
  if (address.engine === 'postgres') return await hasOpenTransaction(address.url)
  const db = openConnection({ file: join(data, 'catalog.sqlite') })
  db.pragma('busy_timeout = 0')
  const [{ busy }] = db.pragma('wal_checkpoint(truncate)') as [{ busy: number }]
  db.close()
  return busy !== 0
}
