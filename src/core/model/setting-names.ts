/** The settings of the catalog, which its community decides on. */
export const SETTING_NAMES = ['site_name', 'viewing_cone', 'milestones', 'validators'] as const

export type SettingName = (typeof SETTING_NAMES)[number]

/** Names of rows beside the settings, which belong to one database and its files. No dump has settings with hyphens. */

/** The id of the directory of the image files. */
export const FILES_ID = 'files-id'

/** The time since which the database has known its image files, and their nonces. */
export const KNOWN_FILES = 'known-files'

/** The result of a sweep of orphaned files that moved nothing. */
export const STOPPED_SWEEP = 'stopped-sweep'

/** Rows of databases that are not in use yet, too. */
export const FILE_STATES = [FILES_ID, KNOWN_FILES, STOPPED_SWEEP] as const
