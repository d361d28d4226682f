import { spawn, type ChildProcess } from 'node:child_process'
import { damaged, hostOutOfMemory, shortageOf } from './decoder-failure.ts'
import { PictureError } from './picture-error.ts'

interface Limits {
  /** Absent where nothing can be capped. */
  memoryBytes?: number
}

/** Ends a program whose parent was killed, too; the pool's own limit on time comes first. */
const CPU_SECONDS = 600

/** No more than that is written to disk: a picture of a gigapixel with 16 bits and alpha. */
const FILE_BYTES = 8 * 1024 ** 3

const KEPT_COMPLAINT = 4000

/** Runs a program that decodes a picture, within limits. @throws PictureError */
export async function runHostProgram(
  program: string,
  words: string[],
  { memoryBytes }: Limits,
): Promise<void> {
  const command = [...fence(memoryBytes), program, ...words]
  const child = spawn(command[0] ?? program, command.slice(1), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaint = collect(child)
  const end = await endOf(child)
  if (end !== 0) throw failureOf(program, end, complaint())
}

function fence(memoryBytes: number | undefined): string[] {
  if (memoryBytes === undefined) return []
  return [
    'prlimit',
    `--data=${memoryBytes}`,
    `--cpu=${CPU_SECONDS}`,
    `--fsize=${FILE_BYTES}`,
    '--core=0',
  ]
}

function collect(child: ChildProcess): () => string {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT_COMPLAINT)
  })
  return () => said.trim()
}

/** Exit code, or the name of the signal. */
function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'for no reason'))
  })
}

/** Beyond that an exit code tells of the command itself: it was not found, or its libraries were not. */
const MOST_EXIT_CODE = 125

function failureOf(program: string, end: number | string, complaint: string): PictureError {
  const shortage = shortageOf(complaint)
  if (shortage) return shortage
  if (end === 'SIGKILL') return hostOutOfMemory(complaint)
  if (typeof end === 'number' && end <= MOST_EXIT_CODE && !complaint.startsWith('prlimit:'))
    return damaged(complaint || `${program} ended with ${end}`)
  const message = `The program ${program}, which reads such pictures, ended unexpectedly (${end}).`
  return new PictureError('crashed', message, complaint)
}
