import { Option } from '@commander-js/extra-typings'
import { MIRRORS, ROTATIONS } from '../../core/contract/transform.ts'

/** @param flags for example `--rotation <degrees>` */
export function createRotationOption<Flags extends string>(flags: Flags, description: string) {
  return new Option(flags, description).choices(ROTATIONS.map(String))
}

export function createMirrorOption() {
  return new Option(
    '--mirror <how>',
    'Mirroring before the rotation: h swaps left and right, v swaps top and bottom',
  ).choices(MIRRORS)
}
