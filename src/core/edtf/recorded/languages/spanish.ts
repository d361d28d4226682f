import type { LanguagePack } from '../language-pack.ts'

export const spanish: LanguagePack = {
  language: 'es',
  months: `
    enero|ene, febrero|feb|hebrero, marzo|mar|mzo, abril|abr, mayo|may, junio|jun, julio|jul,
    agosto|ago|agto, septiembre|setiembre|sep|sept|set., octubre|oct, noviembre|nov,
    diciembre|dic`,
  seasons: 'primavera, verano|estío, otoño, invierno',
  weekdays: 'lunes, martes, miércoles, jueves, viernes, sábado, domingo',
  words: {
    circa: 'cir.|hacia|h.|hac.|alrededor de|en torno a|cerca de|aprox|aproximadamente|sobre',
    uncertain: 'probablemente|prob.|posiblemente|quizá|quizás|tal vez|acaso',
    before: 'antes|antes de|antes del|anterior a',
    after: 'después|después de|después del|posterior a|tras',
    shortly: 'poco',
    since: 'desde|a partir de|a partir del',
    until: 'hasta|hasta el',
    'at-latest': 'a más tardar|a más tardar en|no después de|como muy tarde|como máximo',
    'at-earliest': 'no antes de|como muy pronto|como mínimo',
    earlier: 'anterior',
    later: 'posterior|más tarde',
    between: 'entre',
    and: 'y|e',
    or: 'o|u|o bien',
    to: 'a|al',
    early:
      'principios|a principios|principio|inicios|a inicios|inicio|comienzos|a comienzos|comienzo|primeros',
    middle: 'mediados|a mediados',
    late: 'finales|a finales|fines|a fines|final|fin|últimos',
    half: 'mitad|semestre',
    quarter: 'cuarto|trimestre',
    third: 'tercio',
    decade: 'años|década|decenio',
    century: 'siglo|siglos|s.|sig.',
    'turn-of-century': 'cambio de siglo|cambio',
    undated:
      's. f|sf|s/f|sin fecha|s/d|sin datar|sin data|no fechado|no fechada|fecha desconocida|desconocido|desconocida|se desconoce|sin año',
    filler: 'el|la|los|las|de|del|en|año|fecha|fechado|fechada|de la|de los|de las',
  },
  ordinals: `
    último|última, primero|primer|primera, segundo|segunda, tercero|tercer|tercera,
    cuarto|cuarta`,
  centuries: 'quince, dieciséis, diecisiete, dieciocho, diecinueve, , veintiuno',
  decades: `
    diez, veinte, treinta, cuarenta, cincuenta, sesenta, setenta, ochenta, noventa`,
  ordinalEndings: 'o|a|er|ro|do|ra|da',
  decadeEndings: 's',
  monthEndings: 'bre',
  isDayFirst: true,
}
