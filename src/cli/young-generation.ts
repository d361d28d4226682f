import { setFlagsFromString } from 'node:v8'

/**
 * Stops V8 from growing its young generation, for work that allocates many short-lived objects: it would take
 * 130 MB instead of 16 MB after a check of 100,000 rows, and 100 MB instead of 2 MB in a busy server. Neither is
 * slower without.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
