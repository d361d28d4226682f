/** Why the service cannot answer now. */
export const OUTAGE_PROBLEMS = {
  storage_full: 'The storage of this service is full. Nothing was stored. Try again later.',
  storage_failed: 'The storage of this service failed. Nothing was stored. Try again later.',
  overloaded: 'This service is overloaded. Nothing was stored. Try again in a few seconds.',
  database_busy: 'The database is busy. Nothing was stored. Try again in a few seconds.',
  database_damaged: 'The database of this service is damaged. Its administrator must restore it.',
  rendering_busy: (seconds: number) =>
    `Too many images are being rendered. Try again in ${seconds} seconds.`,
  server_stopping: 'The server is stopping.',
  /** @param problem a sentence for administrators */
  try_again: (problem: string, seconds: number) => `${problem} Try again in ${seconds} seconds.`,
  not_embedded: 'The image was not processed by the embedding model yet. Try again later.',
}
