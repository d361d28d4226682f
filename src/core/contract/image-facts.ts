import { z } from 'zod'
import { MAX_SCALE } from '../limits.ts'
import { optionalText } from './text.ts'

/** A blank scale counts as absent. */
export const imageScale = z.object({ scale: optionalText(MAX_SCALE) })
