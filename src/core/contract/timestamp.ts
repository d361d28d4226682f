import { z } from 'zod'

/** A moment in UTC with microseconds, as every answer tells it. */
export const timestamp = z.iso
  .datetime({ precision: 6 })
  .meta({ examples: ['2024-05-17T09:30:12.482913Z'] })
