import { computeSha256 } from '../../tables/sha256.ts'
import type { FileDetails } from './check-file.ts'
import { HEAD_BYTES } from './open-picture.ts'

/** Finds files with the same content among the rows of a manifest. */
export interface DuplicateFinder {
  /** Returns the line of an earlier row whose file has the same content, and remembers the file. */
  findEarlierLine(file: FileDetails, line: number): Promise<number | undefined>
}

interface SeenFile {
  path: string
  line: number
  sha256?: string
}

/**
 * Creates a finder that reads whole files only if their sizes and heads are equal.
 * @param samePath whether another row with the same path is a duplicate, too
 */
export function createDuplicateFinder({ samePath }: { samePath: boolean }): DuplicateFinder {
  const seen = new Map<string, SeenFile | SeenFile[]>()
  return {
    async findEarlierLine(file, line) {
      const { path, size, head } = file
      if (head === undefined) return undefined
      const key = `${size} ${head}`
      const previous = seen.get(key)
      const entry: SeenFile = {
        path,
        line,
        ...(file.sha256 !== undefined && { sha256: file.sha256 }),
      }
      if (previous === undefined) {
        seen.set(key, entry)
        return undefined
      }
      const candidates = Array.isArray(previous) ? previous : [previous]
      const same = candidates.find((candidate) => candidate.path === path)
      if (same) return samePath ? same.line : undefined
      for (const candidate of candidates) {
        if (await hasSameContent(candidate, entry, size)) return candidate.line
      }
      seen.set(key, [...candidates, entry])
      return undefined
    },
  }
}

/** A file that cannot be read equals no other: its own row reports it. */
async function hasSameContent(one: SeenFile, other: SeenFile, size: number): Promise<boolean> {
  if (size <= HEAD_BYTES) return true
  try {
    one.sha256 ??= await computeSha256(one.path)
    other.sha256 ??= await computeSha256(other.path)
  } catch {
    return false
  }
  return one.sha256 === other.sha256
}
