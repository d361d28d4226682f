import { computeSha256 } from '../sha256.ts'
import type { FileDetails } from './check-file.ts'
import { HEAD_BYTES } from './open-picture.ts'

/** Remembers files, to recognise when the same content comes again. */
export interface DuplicateFinder {
  /** The line of an earlier row whose file has the same content. */
  findEarlierLine(file: FileDetails, line: number): Promise<number | undefined>
}

interface Known {
  path: string
  line: number
  sha256?: string
}

/**
 * Files are read whole only where size and beginning are the same.
 * @param samePath whether the same file named again counts, too
 */
export function createDuplicateFinder({ samePath }: { samePath: boolean }): DuplicateFinder {
  const known = new Map<string, Known | Known[]>()
  return {
    async findEarlierLine(file, line) {
      const { path, size, head } = file
      const key = `${size} ${head}`
      const before = known.get(key)
      const entry: Known = { path, line, ...(file.sha256 !== undefined && { sha256: file.sha256 }) }
      if (before === undefined) {
        known.set(key, entry)
        return undefined
      }
      const alike = Array.isArray(before) ? before : [before]
      const again = alike.find((one) => one.path === path)
      if (again) return samePath ? again.line : undefined
      for (const one of alike) if (await isSame(one, entry, size)) return one.line
      known.set(key, [...alike, entry])
      return undefined
    },
  }
}

async function isSame(one: Known, other: Known, size: number): Promise<boolean> {
  if (size <= HEAD_BYTES) return true
  one.sha256 ??= await computeSha256(one.path)
  other.sha256 ??= await computeSha256(other.path)
  return one.sha256 === other.sha256
}
