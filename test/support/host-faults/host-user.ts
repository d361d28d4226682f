import { spawnSync } from 'node:child_process'
import { getuid } from 'node:process'
import { PROGRAM } from '../program.ts'

/** The user of the server: one without a name and without rights. */
const UNPRIVILEGED = { uid: 12_345, gid: 12_345 }

/** The user of the server; undefined if it is the one of this process, who is not root or whose files others cannot read. */
export const SERVER_USER = canRunProgram(UNPRIVILEGED) ? UNPRIVILEGED : undefined

function canRunProgram(user: { uid: number; gid: number }): boolean {
  return (
    getuid?.() === 0 &&
    spawnSync(process.execPath, [PROGRAM, '--version'], { ...user, stdio: 'ignore' }).status === 0
  )
}
