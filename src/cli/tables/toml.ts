import { readFileSync } from 'node:fs'
import { parse, stringify, type TomlTable } from 'smol-toml'
import { invalid } from '../../core/base/errors.ts'
import { parseColumnName, type ColumnNames } from './columns.ts'
import type { Manifest } from './manifest.ts'

/**
 * Parses TOML.
 * @param path of the file, for the error
 * @throws CatalogError kind `invalid` that names the file and what is wrong
 */
export function parseToml(path: string, text: string): TomlTable {
  try {
    return parse(text)
  } catch (error) {
    throw invalid(path, `is not valid TOML: ${(error as Error).message.split('\n')[0] ?? ''}`)
  }
}

/**
 * Reads a TOML file that names the columns of a table, such as `creator = "photographer"`.
 * @returns columns by their names in the table
 * @throws CatalogError kind `invalid` that names the file and what is wrong
 */
export function readMapFile(path: string): ColumnNames['map'] {
  const entries = Object.entries(parseToml(path, readFile(path))).map(([name, theirs]) => {
    const column = parseColumnName(name)
    if (column === undefined) throw invalid(path, `there is no column ${JSON.stringify(name)}`)
    if (typeof theirs !== 'string') throw invalid(path, `${name}: must be the name of a column`)
    return [theirs, column]
  })
  return Object.fromEntries(entries)
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw invalid(path, `cannot be read: ${(error as Error).message}`)
  }
}

/** Writes the file from which `readMapFile` reads the columns of a manifest that have other names there. */
export function formatMapFile({ header, columns }: Pick<Manifest, 'header' | 'columns'>): string {
  const mapped = columns.flatMap((column, index) => {
    const theirs = header[index] ?? ''
    return column === undefined || parseColumnName(theirs) === column ? [] : [[column, theirs]]
  })
  return stringify(Object.fromEntries(mapped))
}
