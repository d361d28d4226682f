/** The settings of the catalog, which its community decides on. */
export const SETTING_NAMES = ['site_name', 'viewing_cone', 'milestones', 'validators'] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/** Name of a row beside the settings: the id of the directory of the image files. No dump has settings with hyphens. */
export const FILES_ID = 'files-id'
