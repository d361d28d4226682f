import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { LINES_FILE } from '../../core/model/dump-layout.ts'
import { publishFile } from '../../core/storage/disk/durable-files.ts'
import { writeLines } from '../../core/storage/disk/write-lines.ts'
import type { MirrorState } from './mirror-state.ts'
import type { ImageRow } from './mirrored-lines.ts'

/** Writes the lines of the dump in the order that loading requires. The file is replaced at once. */
export async function writeDumpLines(state: MirrorState, directory: string): Promise<void> {
  const path = join(directory, LINES_FILE)
  const unfinished = `${path}.part`
  {
    await using file = await open(unfinished, 'w', 0o600)
    await writeLines(file, listLines(state))
  }
  await publishFile(unfinished, path)
}

function* listLines(state: MirrorState): Generator<string> {
  yield state.get('catalog') ?? ''
  for (const type of ['user', 'license']) yield* state.listNamed(type)
  for (const type of ['source', 'collection', 'subject', 'subject_geometry'])
    yield* state.listLines(type)
  for (const image of state.listImages()) yield toImageLine(image)
  for (const type of ['subject_tag', 'georeference', 'from_above_georeference', 'validation'])
    yield* state.listLines(type)
}

/** Adds the file that the folder has, and the present name of the license: the line may have been read before it was renamed. */
function toImageLine({ json, file: held, license, lacksOriginal }: ImageRow): string {
  const { file: _, ...line } = JSON.parse(json) as Record<string, unknown>
  if (license !== null) line['license'] = (JSON.parse(license) as { name: string }).name
  if (lacksOriginal === 1) delete line['duplicate_of']
  return JSON.stringify(held === null ? line : { ...line, file: JSON.parse(held) as unknown })
}
