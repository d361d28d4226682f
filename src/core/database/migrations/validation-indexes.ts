/** Indexes that list the validations of an image, and of a georeference, by time. */
export const validationIndexes: readonly string[] = [
  `
drop index validation_of;
create index validation_of on validation (image_id, validated_at, id);
drop index validation_of_point;
create index validation_of_point on validation (georeference_id, validated_at, id)
  where georeference_id is not null;
drop index validation_of_area;
create index validation_of_area on validation (from_above_georeference_id, validated_at, id)
  where from_above_georeference_id is not null;
`,
]
