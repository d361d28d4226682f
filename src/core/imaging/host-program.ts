import { spawn, type ChildProcess } from 'node:child_process'
import { damaged, hostOutOfMemory, shortageOf } from './decoder-failure.ts'
import { PictureError } from './picture-error.ts'

interface Limits {
  /** Absent where memory cannot be limited. */
  memoryBytes?: number
}

/** Also ends a program whose parent was killed; the pool's timeout is shorter. */
const CPU_SECONDS = 600

/** Limit of an output file: a gigapixel with 16 bits and alpha. */
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

/** Higher exit codes are about the command itself: it or one of its libraries was not found. */
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
