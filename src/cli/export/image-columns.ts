import { defineColumns } from './column.ts'

type Members = Readonly<Record<string, unknown>>

/** Columns that `--with image` adds to a georeference, under the names of the export endpoint. */
export const IMAGE_COLUMNS = defineColumns({
  image_description: 'text',
  image_creator: 'text',
  image_original_date: 'text',
  image_edtf_date: 'text',
  image_date_display: 'text',
  image_original_url: 'text',
  image_permalink: 'text',
  image_detail_url: 'text',
  image_license_name: 'text',
  image_license_permalink: 'text',
  image_from_above: 'boolean',
  image_collection_id: 'integer',
  image_collection_name: 'text',
  image_source_name: 'text',
  image_reference_id: 'text',
})

/** Flattens the nested members of an image, in its list form or its detail form. */
export function flattenImage(image: Members): Record<string, unknown> {
  const { collection, license, ...members } = image
  const { id, name, source_name } = (collection ?? {}) as Members
  // Other implementations of the API send a license without its name.
  const { display_name, name: license_name = display_name, permalink } = (license ?? {}) as Members
  return {
    ...members,
    collection_id: id,
    collection_name: name,
    source_name,
    license_name,
    license_permalink: permalink,
  }
}

/** Returns the values of IMAGE_COLUMNS by name. @param image the detail form */
export function describeImage(image: Members): Record<string, unknown> {
  const flat = flattenImage(image)
  return Object.fromEntries(
    IMAGE_COLUMNS.map(({ name }) => [name, flat[name.replace('image_', '')]]),
  )
}
