import { normalizeName } from './columns.ts'
import { PRESETS, type Preset } from './presets.ts'

/** Names that only the exports of one program have; with a colon or an underscore at the end, the beginning of such names. */
const MARKS: Readonly<Record<Preset, readonly string[]>> = {
  'omeka-s': ['dcterms:'],
  'omeka-classic': ['dublin_core:'],
  contentdm: ['contentdm_', 'reference_url'],
  atom: ['digitalobjectpath', 'scopeandcontent', 'qubitparentslug'],
  'islandora-workbench': ['field_'],
  pastperfect: ['imagefile', 'descrip'],
  collectionbuilder: ['object_location', 'display_template', 'image_thumb'],
}

/**
 * Finds the preset that reads some of these columns, which a manifest leaves unmapped.
 * @returns undefined unless exactly one program has such names
 */
export function recognizePreset(columns: readonly string[]): Preset | undefined {
  const names = columns.map(normalizeName)
  const presets = Object.keys(MARKS) as Preset[]
  const [only, ...others] = presets.filter(
    (preset) => isMarked(names, MARKS[preset]) && isRead(names, PRESETS[preset]),
  )
  return others.length === 0 ? only : undefined
}

function isMarked(names: readonly string[], marks: readonly string[]): boolean {
  return marks.some((mark) =>
    /[:_]$/.test(mark) ? names.some((name) => name.startsWith(mark)) : names.includes(mark),
  )
}

function isRead(names: readonly string[], preset: Readonly<Record<string, string>>): boolean {
  return Object.keys(preset).some((name) => names.includes(normalizeName(name)))
}
