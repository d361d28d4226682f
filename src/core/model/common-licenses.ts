/** The licenses and rights statements that most collections need, for a new instance to start with. */

export interface CommonLicense {
  name: string
  display_name: string
  permalink: string
}

const creativeCommons = (clauses: string, title: string, version = '4.0'): CommonLicense => ({
  name: `CC-${clauses.toUpperCase()}-${version}`,
  display_name: `CC ${clauses.toUpperCase()} ${version} (${title})`,
  permalink: `https://creativecommons.org/licenses/${clauses}/${version}/`,
})

const rightsStatement = (code: string, title: string): CommonLicense => ({
  name: code,
  display_name: title,
  permalink: `https://rightsstatements.org/vocab/${code}/1.0/`,
})

export const COMMON_LICENSES: readonly CommonLicense[] = [
  {
    name: 'CC0-1.0',
    display_name: 'CC0 1.0 (No Rights Reserved)',
    permalink: 'https://creativecommons.org/publicdomain/zero/1.0/',
  },
  {
    name: 'PDM-1.0',
    display_name: 'Public Domain Mark 1.0',
    permalink: 'https://creativecommons.org/publicdomain/mark/1.0/',
  },
  creativeCommons('by', 'Attribution'),
  creativeCommons('by-sa', 'Attribution, Share Alike'),
  creativeCommons('by-nd', 'Attribution, No Derivatives'),
  creativeCommons('by-nc', 'Attribution, Non-Commercial'),
  creativeCommons('by-nc-sa', 'Attribution, Non-Commercial, Share Alike'),
  creativeCommons('by-nc-nd', 'Attribution, Non-Commercial, No Derivatives'),
  creativeCommons('by', 'Attribution', '3.0'),
  creativeCommons('by-sa', 'Attribution, Share Alike', '3.0'),
  rightsStatement('InC', 'In Copyright'),
  rightsStatement('InC-EDU', 'In Copyright, Educational Use Permitted'),
  rightsStatement('InC-NC', 'In Copyright, Non-Commercial Use Permitted'),
  rightsStatement('InC-OW-EU', 'In Copyright, EU Orphan Work'),
  rightsStatement('InC-RUU', 'In Copyright, Rights-holder Unlocatable'),
  rightsStatement('NoC-CR', 'No Copyright, Contractual Restrictions'),
  rightsStatement('NoC-NC', 'No Copyright, Non-Commercial Use Only'),
  rightsStatement('NoC-OKLR', 'No Copyright, Other Known Legal Restrictions'),
  rightsStatement('NoC-US', 'No Copyright, United States'),
  rightsStatement('CNE', 'Copyright Not Evaluated'),
  rightsStatement('NKC', 'No Known Copyright'),
  rightsStatement('UND', 'Copyright Undetermined'),
]
