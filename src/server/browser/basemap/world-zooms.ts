/** From this zoom on, the coarse coasts would look edged. */
export const DETAILED_FROM = 4

/**
 * The closest zoom at which Natural Earth's coasts of 1:50 million are true: three quarters of the coast are less than
 * 4.7 km from that of 1:10 million, which is 4 pixels there, less than the radius of a mark. At the zoom of a city, a
 * coast 5 km away would put its streets into the sea.
 */
export const COASTS_UP_TO = 7
