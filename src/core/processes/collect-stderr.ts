import type { ChildProcess } from 'node:child_process'

const MAX_LENGTH = 4000

/** Collects the end of what a process writes to standard error, and its errors. @returns reads the text so far */
export function collectStderr(child: ChildProcess): () => string {
  let text = ''
  const add = (part: string): void => {
    text = (text + part).slice(-MAX_LENGTH)
  }
  child.stderr?.setEncoding('utf8').on('data', add)
  child.on('error', (error) => add(error.message))
  return () => text.trim()
}
