/** The page that other sites show in a frame. */
export const embed = {
  seeOn: (site: string) => `See it on ${site}`,
}
