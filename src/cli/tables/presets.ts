import type { Column } from './columns.ts'

/**
 * Columns of tables that other programs export, by their names there. Columns are left out that may hold lists or codes,
 * such as `eventActors` of AtoM and `field_linked_agent` of Islandora Workbench.
 */
export const PRESETS = {
  'omeka-s': {
    'dcterms:title': 'title',
    'dcterms:date': 'original_date',
    'dcterms:creator': 'creator',
    'dcterms:description': 'description',
    'dcterms:identifier': 'reference_id',
  },
  'omeka-classic': {
    'Dublin Core:Title': 'title',
    'Dublin Core:Date': 'original_date',
    'Dublin Core:Creator': 'creator',
    'Dublin Core:Description': 'description',
    'Dublin Core:Identifier': 'reference_id',
  },
  contentdm: {
    'File Name': 'file',
    Date: 'original_date',
    Identifier: 'reference_id',
    'Reference URL': 'source_url',
  },
  atom: {
    digitalObjectPath: 'file',
    scopeAndContent: 'description',
    identifier: 'reference_id',
  },
  'islandora-workbench': {
    field_date: 'original_date',
    field_edtf_date_created: 'edtf_date',
    field_description: 'description',
    field_local_identifier: 'reference_id',
  },
  pastperfect: {
    IMAGEFILE: 'file',
    DATE: 'original_date',
    PHOTOGRAPHER: 'creator',
    DESCRIP: 'description',
    OBJECTID: 'reference_id',
  },
  collectionbuilder: {
    filename: 'file',
    'file name': 'file',
    date: 'original_date',
    objectid: 'reference_id',
  },
} as const satisfies Record<string, Readonly<Record<string, Column>>>

export type Preset = keyof typeof PRESETS

export const PRESET_NAMES = Object.keys(PRESETS) as Preset[]
