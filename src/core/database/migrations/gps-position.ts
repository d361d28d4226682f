/**
 * The position that the metadata of an image's file states, such as `52.374, 4.8896`. It is written with the derivatives,
 * and belongs to the file that these were made of.
 */
export const gpsPosition: readonly string[] = ['alter table image add column gps_position text']
