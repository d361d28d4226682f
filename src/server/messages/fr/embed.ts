import type { Messages } from '../en/index.ts'

export const embed: Messages['embed'] = {
  seeOn: (site) => `Voir sur ${site}`,
}
