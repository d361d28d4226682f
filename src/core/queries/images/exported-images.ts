import { column } from '../../database/expressions.ts'
import { isAnyOf } from '../../database/sql.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads } from '../../database/store.ts'

/** Reads the metadata that an export adds to images or their georeferences. */
export const findExportedImages = preparedQuery((reads: Reads, { ids }: Params<{ ids: string }>) =>
  reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .leftJoin('license', 'license.id', 'image.license_id')
    .select(['image.id', 'image.description', 'image.creator', 'image.original_date'])
    .select(['image.edtf_date', 'image.original_url', 'image.reference_id', 'image.from_above'])
    .select(['image.file_version', 'image.file_type', 'image.generation'])
    .select(['image.tiles_generation', 'image.scale', 'image.rotation', 'image.mirror'])
    .select(['image.generation_corrected', 'image.generation_of', 'image.collection_id'])
    .select(['license.name as license_name', 'license.permalink as license_permalink'])
    .select(['collection.name as collection_name', 'collection.public as collection_public'])
    .select(['source.name as source_name', 'source.public as source_public'])
    .where(isAnyOf(column('image.id'), ids)),
)

export type ExportedImageRow = Awaited<ReturnType<typeof findExportedImages>>[number]
