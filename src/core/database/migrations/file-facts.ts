/**
 * Facts about the making of an image's file, from its metadata. Both are written with the derivatives, and belong to
 * the file that these were made of.
 *
 * - `camera` is the maker and model of the camera or scanner.
 * - `captured_on` is a day, such as `2019-05-04`.
 */
export const fileFactColumns: readonly string[] = [
  'alter table image add column camera text',
  'alter table image add column captured_on text',
]
