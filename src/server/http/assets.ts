import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'

/** A bundle of the pages' style sheets or scripts, a map, or a font. */
export interface Asset {
  body: Buffer
  /** Content type. */
  type: string
  /** Whether the name changes with the content. */
  isImmutable: boolean
}

export interface Assets {
  /** Finds a file by the name in its URL. */
  find(name: string): Asset | undefined
  /** Returns the name of the bundle that was built from a source file. */
  bundleOf(source: AssetSource): string
  /** Returns the names of the bundle of a module and of all those that it imports, the largest first. */
  bundlesOf(source: ModuleSource): readonly string[]
}

/** Modules that pages load without waiting for another script to ask for them. */
export type ModuleSource = 'enhance.ts' | 'maps.ts' | 'editors.ts'

/** Files of `src/server/assets` and `src/server/browser` that pages load, and the maps that `npm run build` prepares. */
export type AssetSource =
  | 'site.css'
  | 'documentation.css'
  | 'editor.css'
  | 'home.css'
  | 'image.css'
  | 'print.css'
  | 'world-110m.json'
  | 'world-50m.json'
  | ModuleSource

/** The part of esbuild's metafile that is read. Paths are relative to the project. */
interface Metafile {
  outputs: Record<
    string,
    { entryPoint?: string; imports: { path: string; kind: string }[]; bytes: number }
  >
}

/** The bundles are in `dist`, also for a server that runs from its sources. */
const FOLDER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/server/assets/' : '../assets/',
  import.meta.url,
)

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

let loaded: Assets | undefined

/** Returns the bundles, which are read once. @throws Error if they have not been built */
export function getAssets(): Assets {
  return (loaded ??= loadAssets())
}

function loadAssets(): Assets {
  const { outputs } = JSON.parse(readAsset('metafile.json').toString()) as Metafile
  const files = new Map([['licenses.txt', createAsset('licenses.txt', false)]])
  /** Paths by the names of their sources. */
  const bundles = new Map<string, string>()
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    const name = basename(path)
    files.set(name, createAsset(name, true))
    if (entryPoint !== undefined) bundles.set(basename(entryPoint), path)
  }
  const bundleOf = (source: AssetSource): string => {
    const path = bundles.get(source)
    if (path === undefined) throw new Error(`${source} is not bundled. Run: npm run build`)
    return path
  }
  return {
    find: (name) => files.get(name),
    bundleOf: (source) => basename(bundleOf(source)),
    bundlesOf: (source) => listImports(outputs, bundleOf(source)).map((path) => basename(path)),
  }
}

/** Lists a bundle and what it imports, also indirectly. */
function listImports(outputs: Metafile['outputs'], bundle: string): string[] {
  const found = new Set([bundle])
  // A set also iterates over what is added meanwhile.
  for (const path of found)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') found.add(imported)
  const sizeOf = (path: string): number => outputs[path]?.bytes ?? 0
  return [...found].toSorted((one, other) => sizeOf(other) - sizeOf(one))
}

function createAsset(name: string, isImmutable: boolean): Asset {
  return { body: readAsset(name), type: TYPES[extname(name)] ?? 'text/plain', isImmutable }
}

function readAsset(name: string): Buffer {
  try {
    return readFileSync(new URL(name, FOLDER))
  } catch (cause) {
    throw new Error('The assets of the pages are missing. Run: npm run build', { cause })
  }
}
