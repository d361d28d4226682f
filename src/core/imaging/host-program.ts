import { spawn, type ChildProcess } from 'node:child_process'
import { collectStderr } from '../processes/collect-stderr.ts'
import { damaged, hostOutOfMemory, findShortage } from './decoder-failure.ts'
import { PictureError } from './picture-error.ts'

interface Limits {
  /** Absent where memory cannot be limited. */
  memoryBytes?: number
}

/** Ends a program whose parent was killed. The timeout of the pool is shorter. */
const CPU_SECONDS = 600

/** Limit of an output file: a gigapixel with 16 bits and alpha. */
const FILE_BYTES = 8 * 1024 ** 3

/** Runs a program that decodes a picture, within limits. @throws PictureError */
export async function runHostProgram(
  program: string,
  words: string[],
  { memoryBytes }: Limits,
): Promise<void> {
  const command = [...limitResources(memoryBytes), program, ...words]
  const child = spawn(command[0] ?? program, command.slice(1), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stderr = collectStderr(child)
  const end = await waitForExit(child)
  if (end !== 0) throw explainFailure(program, end, stderr())
}

function limitResources(memoryBytes: number | undefined): string[] {
  if (memoryBytes === undefined) return []
  return [
    'prlimit',
    `--data=${memoryBytes}`,
    `--cpu=${CPU_SECONDS}`,
    `--fsize=${FILE_BYTES}`,
    '--core=0',
  ]
}

/** Resolves to the exit code or the name of the signal. */
function waitForExit(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
}

/** Higher exit codes mean that the command or one of its libraries was not found. */
const MAX_EXIT_CODE = 125

function explainFailure(program: string, end: number | string, stderr: string): PictureError {
  const shortage = findShortage(stderr)
  if (shortage) return shortage
  if (end === 'SIGKILL') return hostOutOfMemory(stderr)
  if (typeof end === 'number' && end <= MAX_EXIT_CODE && !stderr.startsWith('prlimit:'))
    return damaged(stderr || `${program} ended with ${end}`)
  const message = `The program ${program}, which reads such pictures, ended unexpectedly (${end}).`
  return new PictureError('crashed', message, stderr)
}
