/** The media type of vector tiles, as registered with IANA. */
export const VECTOR_TILE = 'application/vnd.mapbox-vector-tile'
