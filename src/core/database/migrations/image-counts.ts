import type { CommonStatements } from './schema-change.ts'
import type { SchemaSql } from './schema-sql.ts'

/** The columns on which the counters depend. */
const COUNTED = 'collection_id, last_confidence, duplicate_of, will_not_georef'

/** Images that the statistics count, if `row` is one. */
const isCounted = (row: string): string =>
  `${row}duplicate_of is null and ${row}will_not_georef = 0`

const tables = `
-- Counts of images, without duplicates and images that cannot be georeferenced. confidence: that of the newest
-- georeference; empty if there is none.
create table image_count (
  collection_id integer not null,
  confidence text not null,
  images integer not null,
  primary key (collection_id, confidence)
) strict, without rowid;
insert into image_count
  select collection_id, coalesce(last_confidence, ''), count(*) from image
  where ${isCounted('')} group by 1, 2;

drop index image_counted;
drop index image_duplicate;
create index image_duplicate on image (duplicate_of, collection_id, id) where duplicate_of is not null;
`

/**
 * Counters for the statistics, which would otherwise take longer with every image, and the triggers that maintain them.
 * The index of duplicates, which are subtracted, includes their collections.
 */
export function imageCounts(sql: SchemaSql): CommonStatements {
  const add = (
    row: 'old' | 'new',
    by: 1 | -1,
    confidence = `coalesce(${row}.last_confidence, '')`,
  ) => `
    insert into image_count (collection_id, confidence, images)
    select ${row}.collection_id, ${confidence}, ${by} where ${isCounted(`${row}.`)}
    ${sql.orUpdate('collection_id, confidence')}
      set images = ${sql.existing('image_count', 'images')} + excluded.images;`
  return {
    tables: [tables],
    triggers: [
      `create trigger image_count_added after insert on image begin ${add('new', 1)} end`,
      // The georeferences of an image are deleted first. SQLite shows the row as it was before.
      `create trigger image_count_taken after delete on image begin ${add('old', -1, `''`)} end`,
      `create trigger image_count_moved after update of ${COUNTED} on image
        begin ${add('old', -1)} ${add('new', 1)} end`,
    ],
  }
}
