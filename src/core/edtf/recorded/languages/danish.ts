import type { LanguagePack } from '../language-pack.ts'

export const danish: LanguagePack = {
  language: 'da',
  months: `
    januar|jan, februar|feb|febr, marts|mar, april|apr, maj, juni|jun, juli|jul.|jul, august|aug,
    september|sep|sept, oktober|okt, november|nov, december|dec`,
  seasons: `
    forår|foråret, sommer|sommeren, efterår|efteråret, vinter|vinteren`,
  christmas: 'jul',
  weekdays: 'mandag, tirsdag, onsdag, torsdag, fredag, lørdag, søndag',
  words: {
    circa: 'cirka|omkring|omkr.|omtrent',
    uncertain:
      'formentlig|formentligt|sandsynligvis|muligvis|måske|antagelig|antageligt|formodentlig|vistnok|angiveligt',
    before: 'før|inden',
    after: 'efter',
    shortly: 'kort|kort tid|lige',
    since: 'siden|fra og med',
    until: 'indtil|til og med|frem til|til',
    'at-latest': 'senest|ikke senere end|ikke efter',
    'at-earliest': 'tidligst|ikke tidligere end|ikke før',
    earlier: 'tidligere',
    later: 'senere',
    between: 'mellem|imellem',
    and: 'og',
    or: 'eller',
    to: 'til',
    from: 'fra',
    early:
      'begyndelsen af|begyndelsen|beg. af|beg.|starten af|start|tidlig|tidligt|tidlige|i begyndelsen af|primo',
    middle: 'midten af|midten|midt i|i midten af|medio',
    late: 'slutningen af|slutningen|slut|slutn. af|sen|sent|sene|i slutningen af|ultimo',
    half: 'halvdel|halvdel af|halvår',
    quarter: 'kvartal|fjerdedel|fjerdedel af',
    third: 'tredjedel|tredjedel af',
    decade: 'årti|årtiet|årene|-erne|-ernes',
    years: 'tallet|-tallet|tal|-tal|tallets|-tallets',
    century: 'århundrede|århundredes|århundredet|årh|årh.',
    'turn-of-century': 'århundredskiftet|århundredeskiftet',
    undated:
      'u. å|uå|u. d|uden år|uden dato|udateret|ikke dateret|ukendt|dato ukendt|ukendt dato|ukendt år',
    filler: 'den|det|de|d.|i|år|året|af|dateret|dato|på',
  },
  ordinals: 'sidste, første, anden|andet, tredje, fjerde',
  centuries: 'femtende, sekstende, syttende, attende, nittende, tyvende, enogtyvende',
  decades: `
    tierne, tyverne, trediverne, fyrrerne, halvtredserne, tresserne, halvfjerdserne, firserne,
    halvfemserne`,
  ordinalEndings: 'te|de|ste',
  decadeEndings: 'erne|ernes|ere',
  monthEndings: '',
  isDayFirst: true,
}
