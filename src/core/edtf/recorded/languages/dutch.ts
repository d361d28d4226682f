import type { LanguagePack } from '../language-pack.ts'

export const dutch: LanguagePack = {
  language: 'nl',
  months: `
    januari|januarij|jan|louwmaand, februari|februarij|febr|feb|sprokkelmaand,
    maart|mrt|lentemaand, april|apr|grasmaand, mei|meij|bloeimaand,
    juni|junij|juny|jun|zomermaand, juli|julij|july|jul|hooimaand, augustus|aug|oogstmaand,
    september|sept|sep|herfstmaand, oktober|october|okt|oct|wijnmaand, november|nov|slachtmaand,
    december|dec|wintermaand`,
  seasons: 'lente|voorjaar, zomer, herfst|najaar, winter',
  weekdays: `
    maandag|ma., dinsdag|di., woensdag|wo., donderdag|do., vrijdag|vr., zaterdag|za., zondag|zo.`,
  words: {
    circa: 'omstreeks|omstr.|ongeveer|ong.|rond|rondom|plm.',
    uncertain: 'waarschijnlijk|wsch.|wrsch.|vermoedelijk|verm.|mogelijk|misschien|wellicht',
    before: 'voor|vóór',
    after: 'na',
    shortly: 'kort|vlak|net',
    since: 'sinds|vanaf|sedert',
    until: 'tot|t. m|tot en met|tot aan|t/m',
    'at-latest': 'uiterlijk|niet later dan|niet na|op zijn laatst',
    'at-earliest': 'niet voor|niet vóór|niet eerder dan|op zijn vroegst|op zijn vroegst in',
    earlier: 'eerder|vroeger|ervoor',
    later: 'later|erna',
    between: 'tussen',
    and: 'en',
    or: 'of',
    from: 'van',
    early: 'begin|vroege|vroeg|aanvang',
    middle: 'midden|half|medio',
    late: 'eind|einde|late|laat',
    half: 'helft|halfjaar',
    quarter: 'kwart|kwartaal',
    third: 'derde deel',
    decade: 'jaren|decennium',
    century: 'eeuw|eeuws|eeuwse',
    'turn-of-century': 'eeuwwisseling|rond de eeuwwisseling',
    undated:
      'z. j|zj|z. d|zd|zonder jaar|zonder datum|zonder jaartal|ongedateerd|niet gedateerd|onbekend|datum onbekend|jaar onbekend|ongedat.',
    filler: 'de|het|van de|van het|in|op|jaar|gedateerd|datering|datum|anno|in de|uit',
  },
  ordinals: 'laatste, eerste, tweede, derde, vierde',
  centuries: `
    vijftiende, zestiende, zeventiende, achttiende, negentiende, twintigste, eenentwintigste`,
  decades: `
    tien|tiener, twintig|twintiger, dertig|dertiger, veertig|veertiger, vijftig|vijftiger,
    zestig|zestiger, zeventig|zeventiger, tachtig|tachtiger, negentig|negentiger`,
  ordinalEndings: 'e|de|ste',
  decadeEndings: 'er|s',
  monthEndings: 'ber|br',
  isDayFirst: true,
}
