import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { columnNamed, type Column } from './columns.ts'

const PROJECT_FILE = 'catalog-import.toml'

const columnName = z.string().transform((name, context): Column => {
  const column = columnNamed(name)
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
      delimiter: z.string().length(1).optional(),
      map: z.record(z.string(), columnName).optional(),
      set: z.record(z.string(), cellText).optional(),
      ignore_columns: z.array(z.string()).optional(),
      fill_down: z.array(columnName).optional(),
    })
    .default({}),
})

/** What a project wants for all of its manifests; each is overruled by an option. */
export interface ProjectDefaults {
  path: string
  collection?: number
  /** Absolute paths of folders that files are looked up in. */
  files?: string[]
  sheet?: string
  encoding?: string
  delimiter?: string
  map: Record<string, string>
  set: Partial<Record<Column, string>>
  ignore?: string[]
  fillDown?: Column[]
}

/**
 * Reads `catalog-import.toml` beside the manifest, or in the nearest folder above.
 * @param folder where the manifest is
 * @throws CatalogError kind `invalid` that names the file and the key
 */
export async function readProject(folder: string): Promise<ProjectDefaults | undefined> {
  const path = resolve(folder, PROJECT_FILE)
  const text = await readIfThere(path)
  if (text !== undefined) return understand(path, text)
  const above = dirname(folder)
  return above === folder ? undefined : await readProject(above)
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return undefined
    throw invalid(path, `cannot be read: ${message}`)
  }
}

function understand(path: string, text: string): ProjectDefaults {
  const parsed = project.safeParse(parseTable(path, text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(path, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not understood'}`)
  }
  const { files, map = {}, set = {}, ignore_columns, fill_down, ...rest } = parsed.data.import
  const given = {
    ...rest,
    files: files?.map((root) => resolve(dirname(path), root)),
    ignore: ignore_columns,
    fillDown: fill_down,
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return { path, map, set: namedColumns(path, set), ...Object.fromEntries(present) }
}

function parseTable(path: string, text: string): unknown {
  try {
    return parseToml(text)
  } catch (error) {
    throw invalid(path, `is no TOML: ${(error as Error).message.split('\n')[0] ?? ''}`)
  }
}

function namedColumns(
  path: string,
  values: Readonly<Record<string, string>>,
): Partial<Record<Column, string>> {
  const named = Object.entries(values).map(([name, value]) => {
    const column = columnNamed(name)
    if (column === undefined) throw invalid(path, `import.set: there is no column "${name}"`)
    return [column, value]
  })
  return Object.fromEntries(named) as Partial<Record<Column, string>>
}
