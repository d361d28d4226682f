import type { Column } from './columns.ts'

/** Descriptions of the columns, as in docs/cli.md. */
export const COLUMN_HELP: Readonly<Record<Column, string>> = {
  file: "path or https URL of the picture; a path is below the manifest's folder or one named with --files; required",
  title: 'at most 500 characters; required',
  original_date: 'the date as the archive recorded it, at most 50 characters; required',
  edtf_date: 'the same date in EDTF, at most 50 characters; required, XXXX if unknown',
  source_url: 'URL of the picture at the archive',
  description: 'text',
  creator: 'at most 100 characters',
  reference_id: "the archive's own ID, at most 100 characters",
  archive_position:
    'position that the archive states, which is suggested to people: 52.374, 4.8896',
  license_name: "the name of one of the instance's licenses",
  rotation: '0, 90, 180 or 270 degrees clockwise',
  mirror: 'none, h or v',
  subjects: 'subject slugs, or Wikidata IDs such as Q42, separated by |',
  latitude: 'of the camera, in degrees: 52.374, or 52°22\'26"N',
  longitude: 'of the camera, in degrees',
  direction: 'where the camera looked, in degrees clockwise from north',
  confidence:
    'how certain the position is: low, medium or high; suggest to leave placing to people; without it, nothing is placed',
  confidence_notes: 'what the position is based on',
  collection: "ID of the row's collection, instead of --collection",
  row_id: 'identifies the row, if a file is used twice',
  content_type: 'expected type of the file; detected by default',
  sha256: 'expected SHA-256 digest of the file',
  skip: 'yes skips the row',
  image_id: 'ID of the image, for update and replace --manifest only',
}
