import { Option, type Command, type OptionValues } from '@commander-js/extra-typings'
import { CONFIDENCES, SUGGEST } from '../../../core/model/confidences.ts'
import type { PlaceOptions } from '../../import/check/check-place.ts'

/** Flags for the coordinates of a table. */
export interface PlacementFlags {
  places?: NonNullable<PlaceOptions['places']>
  replacePlaces?: true
  decimalComma?: true
}

/** Adds the options of commands that place images. */
export function addPlacementOptions<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .addOption(
      new Option(
        '--places <confidence>',
        'Place images at latitude and longitude, with this confidence where a row has none; "suggest" leaves placing them to people',
      ).choices([...CONFIDENCES, SUGGEST]),
    )
    .option('--replace-places', 'Also place images that have a placement')
    .option('--decimal-comma', 'Read coordinates with decimal commas')
}

export function toPlacementOptions({
  places,
  replacePlaces,
  decimalComma,
}: PlacementFlags): PlaceOptions {
  return {
    ...(places && { places }),
    ...(replacePlaces && { replacePlaces }),
    ...(decimalComma && { decimalComma }),
  }
}
