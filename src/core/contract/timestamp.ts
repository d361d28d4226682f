import { z } from 'zod'

/** A time in UTC with microseconds: the format of all times in responses. */
export const timestamp = z.iso
  .datetime({ precision: 6 })
  .meta({ examples: ['2024-05-17T09:30:12.482913Z'] })
