/** Media type of JSON values, each on a line. */
export const NDJSON = 'application/x-ndjson'
