/** The settings of the catalog, which its community decides on. */
export const SETTING_NAMES = ['site_name', 'viewing_cone', 'milestones'] as const

export type SettingName = (typeof SETTING_NAMES)[number]
