import { open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { invalid, type CatalogError } from '../../../core/base/errors.ts'
import { quoteForShell } from '../../terminal/quote-for-shell.ts'
import { findTargetOutside, isWithin } from '../../tables/path-containment.ts'
import { parseColumnName, type Column } from '../../tables/columns.ts'
import { parseToml } from '../../tables/toml.ts'

const PROJECT_FILE = 'catalog-import.toml'

const columnName = z.string().transform((name, context): Column => {
  const column = parseColumnName(name)
  if (column !== undefined) return column
  context.addIssue(`there is no column ${JSON.stringify(name)}`)
  return z.NEVER
})

const cellText = z.union([z.string(), z.number(), z.boolean()]).transform(String)

const project = z.strictObject({
  import: z
    .strictObject({
      collection: z.int().positive().optional(),
      files: z.array(z.string()).optional(),
      sheet: z.string().optional(),
      encoding: z.string().optional(),
      encoding_fallback: z.string().optional(),
      delimiter: z.string().length(1).optional(),
      header_row: z.int().positive().optional(),
      map: z.record(z.string(), columnName).optional(),
      set: z.record(z.string(), cellText).optional(),
      ignore_columns: z.array(z.string()).optional(),
      fill_down: z.array(columnName).optional(),
    })
    .default({}),
})

/** Defaults for all manifests of a project. Command-line options take precedence. */
export interface ProjectDefaults {
  path: string
  collection?: number
  /** Absolute paths of the folders to search for files. */
  files?: string[]
  sheet?: string
  encoding?: string
  encodingFallback?: string
  delimiter?: string
  headerRow?: number
  map: Record<string, string>
  set: Partial<Record<Column, string>>
  ignore?: string[]
  fillDown?: Column[]
}

/**
 * Reads `catalog-import.toml` from the manifest's folder or the nearest parent folder. Other users may be able
 * to write to a parent folder, such as `/tmp`. A project file there must therefore belong to the user, to the
 * owner of the manifest's folder, or to root.
 * @param folder the folder of the manifest
 * @throws CatalogError kind `invalid` that names the file and the key
 */
export async function readProject(folder: string): Promise<ProjectDefaults | undefined> {
  for (let current = folder; ; current = dirname(current)) {
    const path = resolve(current, PROJECT_FILE)
    const found = await readIfPresent(path)
    if (found !== undefined) {
      if (current !== folder) await requireTrustedOwner(path, found.owner, folder)
      return parseProject(path, found.text)
    }
    if (dirname(current) === current) return undefined
  }
}

/**
 * Returns the folders of a project file to search for files. The project file may come from someone else together
 * with the manifest, so it may not name folders elsewhere on this computer.
 * @throws CatalogError kind `invalid` for a folder outside of the project file's own
 */
export async function listProjectFolders({ path, files = [] }: ProjectDefaults): Promise<string[]> {
  const own = dirname(path)
  for (const folder of files) {
    const outside = await findTargetOutside(folder, [own]).catch(() => folder)
    if (outside !== undefined && !isWithin(outside, own)) throw toOutsideError(path, outside)
  }
  return files
}

function toOutsideError(path: string, folder: string): CatalogError {
  const message = `import.files: ${folder} lies outside of this file's folder. If its pictures are meant, name all folders on the command line: --files ${quoteForShell(folder)}`
  return invalid(path, message)
}

async function requireTrustedOwner(path: string, owner: number, folder: string): Promise<void> {
  const trusted = [ROOT_UID, process.getuid?.() ?? owner, (await stat(folder)).uid]
  if (trusted.includes(owner)) return
  throw invalid(
    path,
    `belongs to another user and is not trusted. Create your own ${PROJECT_FILE} beside the manifest; it may be empty.`,
  )
}

const ROOT_UID = 0

async function readIfPresent(path: string): Promise<{ text: string; owner: number } | undefined> {
  try {
    await using file = await open(path)
    return { text: await file.readFile('utf8'), owner: (await file.stat()).uid }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return undefined
    throw invalid(path, `cannot be read: ${message}`)
  }
}

function parseProject(path: string, text: string): ProjectDefaults {
  const parsed = project.safeParse(parseToml(path, text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(path, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`)
  }
  const {
    files,
    map = {},
    set = {},
    ignore_columns,
    fill_down,
    header_row,
    encoding_fallback,
    ...rest
  } = parsed.data.import
  const given = {
    ...rest,
    files: files?.map((root) => resolve(dirname(path), root)),
    ignore: ignore_columns,
    fillDown: fill_down,
    headerRow: header_row,
    encodingFallback: encoding_fallback,
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return { path, map, set: parseColumnNames(path, set), ...Object.fromEntries(present) }
}

function parseColumnNames(
  path: string,
  values: Readonly<Record<string, string>>,
): Partial<Record<Column, string>> {
  const named = Object.entries(values).map(([name, value]) => {
    const column = parseColumnName(name)
    if (column === undefined) throw invalid(path, `import.set: there is no column "${name}"`)
    return [column, value]
  })
  return Object.fromEntries(named) as Partial<Record<Column, string>>
}
