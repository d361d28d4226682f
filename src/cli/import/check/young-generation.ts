import { setFlagsFromString } from 'node:v8'

/**
 * Stops V8 from growing its young generation. A check allocates many short-lived objects: after 100,000 rows
 * the young generation would take 130 MB instead of 16 MB, without being faster.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
