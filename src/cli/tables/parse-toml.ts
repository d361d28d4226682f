import { parse, type TomlTable } from 'smol-toml'
import { invalid } from '../../core/base/errors.ts'

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
