/**
 * Resolves the file of a process or a thread: compiled code starts compiled files, source code sources.
 * @param path relative to the module, without its extension
 * @param moduleUrl `import.meta.url` of the module that starts it
 */
export function resolveEntry(path: string, moduleUrl: string): URL {
  return new URL(`${path}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
}
