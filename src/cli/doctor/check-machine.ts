import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createResults, type CheckResult } from './check-result.ts'

const NEEDED_NODE = [24, 15] as const

export function checkNode(version: string): CheckResult {
  const { ok, error } = createResults('node')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [neededMajor, neededMinor] = NEEDED_NODE
  const recent = major > neededMajor || (major === neededMajor && minor >= neededMinor)
  if (recent) return ok(`Node.js ${version}`)
  return error(
    `Node.js ${version} is too old.`,
    `Get ${NEEDED_NODE.join('.')} or later from https://nodejs.org/`,
  )
}

/** @param installLine command that installs SpatiaLite */
export function checkSpatialite(version: string | undefined, installLine: string): CheckResult {
  const { ok, error } = createResults('spatialite')
  if (version !== undefined) return ok(`SpatiaLite ${version}`)
  return error('SpatiaLite cannot be loaded. catalog serve requires it.', installLine)
}

/**
 * Checks whether the processes that decode uploaded files work, and how they are sandboxed.
 * @param problem why a picture could not be decoded; undefined if it could
 */
export function checkImageProcesses({
  isCapped,
  isOffline,
  problem,
}: {
  isCapped: boolean
  isOffline: boolean
  problem: string | undefined
}): CheckResult {
  const { ok, note, error } = createResults('images')
  if (problem !== undefined) {
    return error(
      `No picture can be decoded: ${problem}`,
      'If that does not say what to do, install the program again: its optional dependencies contain the libraries that decode pictures.',
    )
  }
  const access = 'They can read all files that the server can read.'
  if (isCapped && isOffline)
    return ok(
      `A picture was decoded. Image processes have a memory limit and no network access. ${access}`,
    )
  const lacks = [
    ...(isCapped ? [] : ['have no memory limit']),
    ...(isOffline ? [] : ['can reach the network']),
  ]
  return note(
    `A picture was decoded. Image processes ${lacks.join(' and ')} on this computer. ${access}`,
    'On Linux, install util-linux and allow unprivileged user namespaces. Run the server as a user that owns nothing else.',
  )
}

/** Checks that only the user can read the credentials file. */
export async function checkCredentials(path: string): Promise<CheckResult> {
  const { ok, note, error } = createResults('credentials')
  const file = await stat(path).catch(() => undefined)
  if (file === undefined) return note('No sign-in is stored.')
  const folder = await stat(dirname(path))
  if (process.platform !== 'win32' && ((file.mode | folder.mode) & 0o077) !== 0) {
    return error(`Other users can read ${path}.`, `chmod 700 ${dirname(path)}; chmod 600 ${path}`)
  }
  return ok(path)
}

/** Reads /etc/os-release; returns an empty string if it does not exist. */
export async function readOsRelease(): Promise<string> {
  return await readFile('/etc/os-release', 'utf8').catch(() => '')
}
