import { Argument } from '@commander-js/extra-typings'
import { SETTING_NAMES } from '../../../core/model/setting-names.ts'

export function createSettingArgument() {
  return new Argument('<name>', 'Setting').choices(SETTING_NAMES)
}
