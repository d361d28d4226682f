import { editDistance } from '../terminal/closest-match.ts'

/**
 * Names of the columns in other programs and archives, in lower case and with underscores: Omeka, CONTENTdm, AtoM,
 * Islandora Workbench, PastPerfect, CollectionBuilder, and Dublin Core.
 */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  file: [
    'file_name',
    'filename',
    'file_path',
    'filepath',
    'imagefile',
    'image_file',
    'object_filename',
    'digitalobjectpath',
    'datei',
    'dateiname',
    'fichier',
    'archivo',
  ],
  title: [
    'dcterms:title',
    'dc:title',
    'dublin_core:title',
    'name',
    'caption',
    'object_name',
    'titel',
    'titre',
    'título',
  ],
  original_date: [
    'date',
    'dates',
    'dcterms:date',
    'dcterms:created',
    'dc:date',
    'dublin_core:date',
    'date_created',
    'created',
    'field_date',
    'datum',
    'datierung',
    'entstehungszeit',
    'date_issued',
    'date_de_création',
    'fecha_de_creación',
    'fecha',
  ],
  edtf_date: [
    'edtf',
    'date_edtf',
    'field_edtf_date',
    'field_edtf_date_issued',
    'field_edtf_date_created',
  ],
  source_url: ['url', 'link', 'website', 'permalink', 'reference_url', 'source_uri', 'item_url'],
  description: [
    'dcterms:description',
    'dc:description',
    'dublin_core:description',
    'abstract',
    'descrip',
    'field_description',
    'scopeandcontent',
    'summary',
    'beschreibung',
    'descripción',
  ],
  creator: [
    'dcterms:creator',
    'dc:creator',
    'dublin_core:creator',
    'photographer',
    'photographer/artist',
    'artist',
    'author',
    'maker',
    'fotograf',
    'photographe',
    'fotógrafo',
    'urheber',
    'künstler',
    'auteur',
    'créateur',
    'autor',
  ],
  reference_id: [
    'dcterms:identifier',
    'dc:identifier',
    'dublin_core:identifier',
    'identifier',
    'objectid',
    'object_id',
    'call_number',
    'accession_number',
    'catalog_number',
    'inventory_number',
    'field_local_identifier',
    'reference',
    'signatur',
    'cote',
    'signatura',
    'shelfmark',
    'inventarnummer',
    'identifiant',
    'identificador',
  ],
  license_name: [
    'license',
    'licence',
    'rights',
    'dcterms:license',
    'dcterms:rights',
    'dc:rights',
    'dublin_core:rights',
    'field_rights',
    'lizenz',
  ],
  latitude: ['lat', 'y', 'breite'],
  longitude: ['lon', 'lng', 'long', 'x', 'länge'],
  direction: ['bearing', 'azimuth', 'heading', 'view_direction'],
}

/** Names with a meaning of their own: a subject of other programs is a keyword, and none of the catalog. */
const NOT_MISSPELLED = ['subject']

/** Other words differ from shorter names by one letter, too: `ship` from `skip`. */
const MIN_MISSPELLED_LENGTH = 6

/** Longer names are no misspelled columns. */
const MAX_LENGTH = 30

/**
 * Finds the column that another name probably means: by a table of synonyms, or misspelled by one letter.
 * @param name in lower case and with underscores
 */
export function findSimilarColumn<Column extends string>(
  name: string,
  columns: readonly Column[],
): Column | undefined {
  // DSpace writes `dc.title`.
  const term = name.replace(/^dc\./, 'dc:')
  const synonym = columns.find((column) => SYNONYMS[column]?.includes(term))
  if (synonym !== undefined) return synonym
  if (name.length > MAX_LENGTH || NOT_MISSPELLED.includes(name)) return undefined
  const long = columns.filter((column) => column.length >= MIN_MISSPELLED_LENGTH)
  return long.find((column) => editDistance(name, column) === 1)
}
