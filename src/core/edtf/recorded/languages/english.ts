import type { LanguagePack } from '../language-pack.ts'

export const english: LanguagePack = {
  language: 'en',
  months: `
    January|Jan, February|Feb|Febr|Febry, March|Mar, April|Apr, May, June|Jun, July|Jul,
    August|Aug, September|Sep|Sept|Septr, October|Oct|Octr, November|Nov|Novr, December|Dec|Decr`,
  seasons: 'spring|springtime, summer|summertime, autumn|fall, winter|wintertime',
  weekdays: `
    Monday|Mon, Tuesday|Tue|Tues, Wednesday|Wed|Weds, Thursday|Thu|Thur|Thurs, Friday|Fri,
    Saturday|Sat, Sunday|Sun`,
  words: {
    circa: 'circ.|about|abt|around|approx|approximately|roughly|some time around|sometime around',
    uncertain: 'probably|prob.|possibly|poss.|perhaps|maybe|presumably|likely',
    copyright: 'cop.',
    before: 'before|bef|pre|prior to|earlier than',
    after: 'after|aft|later than',
    shortly: 'shortly|just|soon',
    since: 'since|starting|beginning in|starting in',
    until: 'until|till|til|by|up to|through|thru',
    'at-latest': 'not after|no later than|not later than|at the latest|at latest',
    'at-earliest': 'not before|no earlier than|not earlier than|at the earliest',
    earlier: 'earlier',
    later: 'later',
    between: 'between|betw|bet.|btw',
    and: 'and',
    or: 'or',
    to: 'to',
    from: 'from',
    early: 'early|beginning of|start of|beginning|start',
    middle: 'mid|middle|middle of',
    late: 'late|end of|end',
    half: 'half',
    quarter: 'quarter',
    third: 'third',
    decade: 'decade|decade of',
    century: 'century|cent.|cent|centuries|c.',
    'turn-of-century': 'turn of the century|turn of',
    undated:
      'nd|n. date|no date|undated|not dated|without date|date unknown|unknown date|unknown|date not known|date not recorded|n. y|no year',
    filler: 'the|of|in|on|year|dated|date|a. d|anno',
  },
  ordinals: 'last|final, first, second, third, fourth',
  centuries: `
    fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth, twenty-first`,
  decades: `
    tens, twenties, thirties, forties|fourties, fifties, sixties, seventies, eighties, nineties`,
  ordinalEndings: 'st|nd|rd|th|d',
  decadeEndings: 's|ies',
  monthEndings: 'ber|br',
  isDayFirst: false,
}
