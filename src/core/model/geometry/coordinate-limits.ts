export const MAX_LATITUDE = 90
/** Of a point: from −180 to 180. */
export const MAX_LONGITUDE = 180
