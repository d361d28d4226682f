import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** A Node.js on the path that is too old for the program, so that the launcher starts another one. */
export const oldNode = process.env['PATH']
  ?.split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find(isOld)

function isOld(node: string): boolean {
  try {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    return Number(/^v(\d+)\./.exec(version)?.[1]) < 24
  } catch {
    return false
  }
}
