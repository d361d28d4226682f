export { formatCount } from '../../core/base/format-count.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `812 B`, `8.1 MB`, `1.2 TB`, in decimal units. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  return `${power === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`
}

/** `40 s`, `12 min`, `3 h 05 min`: as precise as an estimate needs. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** `2026-03-01T12:00:00.000000Z` → `2026-03-01 12:00:00 UTC`, for people. */
export function formatTime(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)} UTC`
}
