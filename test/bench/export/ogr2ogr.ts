import { execFile } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Writes the first rows of the table of georeferences to a GeoJSON file with GDAL, without a filter or another table.
 * @throws Error if gdal-bin is not installed
 */
export async function convertTable(database: string, rows: number, file: string) {
  await rm(file, { force: true })
  const options = ['-f', 'GeoJSON', '-limit', String(rows), file, database, 'georeference']
  const started = performance.now()
  const { stdout } = await run('sh', ['-c', 'ogr2ogr "$@" && times', 'sh', ...options])
  const ms = performance.now() - started
  return { ms, cpuMs: readChildCpuMs(stdout), bytes: (await stat(file)).size }
}

/** The second line of the shell's `times` is that of its child processes: `0m4.58s 0m0.34s`. */
function readChildCpuMs(times: string): number {
  const line = times.trim().split('\n').at(-1) ?? ''
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
}
