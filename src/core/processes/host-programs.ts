import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PICTURE_FORMATS } from '../model/picture-format.ts'

/** Those of the programs that some picture formats need which are on this process's path. */
export function findHostPrograms(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return PICTURE_FORMATS.flatMap(({ needs }) => needs?.program ?? []).filter((program) =>
    folders.some((folder) => isExecutable(join(folder, program))),
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
