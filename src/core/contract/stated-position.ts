import type { ZodType } from 'zod'
import { PROBLEMS } from '../base/problems/problem.ts'
import { formatStatedPosition, parseStatedPosition } from '../model/geometry/stated-position.ts'
import { MAX_POSITION_LENGTH } from '../model/geometry/typed-position.ts'
import { optionalText } from './text-fields.ts'

/** The position of the camera that the archive states, in one spelling; undefined if absent, null or blank. */
export const optionalStatedPosition: ZodType<string | undefined> = optionalText(MAX_POSITION_LENGTH)
  .transform((text, context) => {
    const position = text === undefined ? undefined : parseStatedPosition(text)
    if (position) return formatStatedPosition(position)
    if (text !== undefined) context.addIssue(PROBLEMS.no_position)
    return undefined
  })
  .meta({
    description:
      'Where the camera stood, as the archive states it: latitude and longitude in degrees (WGS 84), and the direction in degrees clockwise from north if it is known. It places nothing, but is suggested to people who place the image.',
    examples: ['52.374, 4.8896, 118.5'],
  })
