import { spawnSync } from 'node:child_process'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether GDAL's programs are installed (`gdal-bin` of Debian). */
export const hasGdal = spawnSync('ogrinfo', ['--version']).status === 0

if (!hasGdal && process.env['CATALOG_REQUIRE_GDAL']) throw new Error('ogrinfo is not installed')

export interface GdalLayer {
  geometry: string
  count: number
  /** Types by column, as ogrinfo names them. */
  fields: Record<string, string>
  description?: string
}

/** Returns what GDAL tells about the layers of a file. */
export async function describeLayers(path: string): Promise<Record<string, GdalLayer>> {
  const { stdout } = await run('ogrinfo', ['-ro', '-so', '-al', path])
  const blocks = stdout.split(/^Layer name: /m).slice(1)
  return Object.fromEntries(
    blocks.map((block) => {
      const [name = ''] = block.split('\n')
      const geometry = /^Geometry: (.+)$/m.exec(block)?.[1] ?? ''
      const count = Number(/^Feature Count: (\d+)$/m.exec(block)?.[1])
      const [, description] = /^  DESCRIPTION=(.+)$/m.exec(block) ?? []
      const fields = [...block.matchAll(/^(\w+): (\w+(?:\(\w+\))?) \([\d.]+\)/gm)]
      return [
        name,
        {
          geometry,
          count,
          fields: Object.fromEntries(fields.map(([, key, type]) => [key, type])),
          ...(description !== undefined && { description }),
        },
      ]
    }),
  )
}

/** Lets GDAL convert a layer to GeoJSON, and returns its features. @param more options of ogr2ogr */
export async function readFeatures(
  path: string,
  layer?: string,
  more: readonly string[] = [],
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON
): Promise<any[]> {
  const layers = layer === undefined ? [] : [layer]
  const options = ['-f', 'GeoJSON', ...more, '/vsistdout/', path, ...layers]
  const { stdout } = await run('ogr2ogr', options, { maxBuffer: 64 * 1024 ** 2 })
  return JSON.parse(stdout).features
}
