import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PICTURE_FORMATS } from '../model/picture-format.ts'

/** Finds the programs for rare picture formats that are on this process's `PATH`. */
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
