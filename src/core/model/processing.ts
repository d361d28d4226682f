/**
 * What became of an image's current file:
 * - `pending`: its pictures have not been made yet.
 * - `ready`: its pictures show all of it.
 * - `damaged`: the file is damaged: its pictures show a part of it, or there are none.
 * - `failed`: making its pictures was given up for another reason.
 */
export const PROCESSING_STATES = ['pending', 'ready', 'damaged', 'failed'] as const

export type ProcessingState = (typeof PROCESSING_STATES)[number]
