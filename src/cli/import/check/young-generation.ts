import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the room for new objects as large as it is. A check makes very many that are soon forgotten, and
 * V8 would take it for a reason to give them ever more room: 130 MB instead of 16 after 100,000 rows,
 * without being any faster.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
