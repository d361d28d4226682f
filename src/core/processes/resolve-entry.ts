/** A process or thread of this folder. */
export type ProcessName =
  | 'embedder-child'
  | 'image-child'
  | 'reader-thread'
  | 'search-thread'
  | 'searchable-copy-thread'
  | 'semantic-thread'

/** Resolves the file of a process or thread of this folder: compiled code starts compiled files, source code sources. */
export function resolveEntry(name: ProcessName): URL {
  const here = import.meta.url
  return new URL(`./${name}${here.endsWith('.ts') ? '.ts' : '.js'}`, here)
}
