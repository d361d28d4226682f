import { stat } from 'node:fs/promises'

/**
 * Resolves to undefined if the file does not exist.
 * @param isMissing recognizes the error; by default that of a file
 */
export async function ignoreMissing<T>(
  work: Promise<T>,
  isMissing = isMissingFile,
): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Whether a file or folder exists. */
export async function exists(path: string): Promise<boolean> {
  return (await ignoreMissing(stat(path))) !== undefined
}

export function isMissingFile(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}
