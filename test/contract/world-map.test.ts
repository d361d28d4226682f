import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Position = [number, number]

interface Topology {
  transform: { scale: Position }
  objects: { land: { arcs: number[][][] } }
  arcs: Position[][]
}

const root = new URL('../../', import.meta.url)

async function readLand(scale: string): Promise<Position[][]> {
  const text = await readFile(new URL(`dist/server/maps/world-${scale}.json`, root), 'utf8')
  const { transform, objects, arcs } = JSON.parse(text) as Topology
  return objects.land.arcs.flat().map(([arc]) => {
    let [x, y] = [0, 0]
    return arcs[arc!]!.map(([dx, dy]): Position => {
      x += dx
      y += dy
      return [x * transform.scale[0], y * transform.scale[1]]
    })
  })
}

/** By the even-odd rule, as maps fill areas. */
function isIn(rings: Position[][], [x, y]: Position): boolean {
  const crossings = rings.flatMap((ring) =>
    ring.filter(([toX, toY], index) => {
      const [fromX, fromY] = ring[Math.max(0, index - 1)]!
      return fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)
    }),
  )
  return crossings.length % 2 === 1
}

test.each(['110m', '50m'])('the land at %s has no bands across the world', async (scale) => {
  const land = await readLand(scale)
  const onLand: Position[] = [[13.4, 52.5], [-100, 40], [178, 67], [-178, 67.5], [0, -80], [179, -84.9], [-179, -84.9]] // prettier-ignore
  const atSea: Position[] = [[0, 67], [-30, 68], [-140, 72], [-30, -16.8], [60, -16.8], [-150, 30], [50, 43], [0, 80]] // prettier-ignore
  for (const place of onLand) expect(isIn(land, place), place.join()).toBe(true)
  for (const place of atSea) expect(isIn(land, place), place.join()).toBe(false)
  const most = (axis: 0 | 1) =>
    land.flat().reduce((sum, position) => Math.max(sum, Math.abs(position[axis])), 0)
  expect(most(0)).toBeLessThanOrEqual(180.02)
  expect(most(1)).toBeLessThan(85.1)
})
