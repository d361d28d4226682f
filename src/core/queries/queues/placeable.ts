/** The filter of images that wait for being placed, with a picture to place. */
export const PLACEABLE = { available: true, processing: ['ready'] } as const
