/**
 * Processing states of an image's current file:
 * - `pending`: its derived images have not been generated yet.
 * - `ready`: its derived images are complete.
 * - `damaged`: the file is damaged. Its derived images are incomplete or missing.
 * - `failed`: generating its derived images failed for another reason.
 */
export const PROCESSING_STATES = ['pending', 'ready', 'damaged', 'failed'] as const

export type ProcessingState = (typeof PROCESSING_STATES)[number]
