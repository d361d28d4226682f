import type { LanguagePack } from '../language-pack.ts'

export const french: LanguagePack = {
  language: 'fr',
  months: `
    janvier|janv|jan, février|fév|févr|feb, mars, avril|avr, mai|may, juin, juillet|juil|juill,
    août|aoust, septembre|sept|sep, octobre|oct, novembre|nov, décembre|déc|xbre`,
  seasons: 'printemps, été, automne, hiver',
  weekdays: 'lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche',
  words: {
    circa: 'vers|v.|env.|environ|aux environs de|aux alentours de|autour de|aux env. de',
    uncertain: 'probablement|prob.|peut-être|sans doute|vraisemblablement|possiblement|présumé',
    before: "avant|av.|avant l'|antérieur à|antérieure à",
    after: "après|apr.|ap.|après l'|postérieur à|postérieure à",
    shortly: 'peu|juste',
    since: 'depuis|dès|à partir de|à partir du|à compter de',
    until: "jusqu'en|jusqu'à|jusqu'au",
    'at-latest': 'au plus tard|au plus tard en|pas après',
    'at-earliest': 'au plus tôt|au plus tôt en|pas avant',
    earlier: 'plus tôt|antérieurement',
    later: 'plus tard|postérieurement',
    between: 'entre',
    and: 'et',
    or: 'ou|ou bien',
    to: 'à|au',
    early: 'début|début de|début du|au début de|au début du|commencement',
    middle: 'milieu|mi|au milieu',
    late: 'fin|à la fin|fin de|fin du',
    half: 'moitié|semestre',
    quarter: 'quart|trimestre',
    third: 'tiers',
    decade: 'années|décennie',
    century: 'siècle|siècles|s.|siec.|sièc.',
    'turn-of-century': 'tournant du siècle|tournant',
    undated:
      's. date|sd|sans date|non daté|non datée|date inconnue|inconnu|inconnue|date non connue|date indéterminée|indéterminée',
    filler: "le|la|les|l'|de|du|des|d'|en|au|an|année|l'an|date|daté|datée|à la|à l'",
  },
  ordinals: `
    dernier|dernière, premier|première, deuxième|second|seconde, troisième, quatrième`,
  centuries: `
    quinzième, seizième, dix-septième, dix-huitième, dix-neuvième, vingtième, vingt et unième`,
  decades: `
    dix, vingt, trente, quarante, cinquante, soixante, soixante-dix, quatre-vingt|quatre-vingts,
    quatre-vingt-dix`,
  ordinalEndings: 'er|re|ere|e|eme|ieme|nd|nde',
  decadeEndings: 's',
  monthEndings: 'bre',
  isDayFirst: true,
}
