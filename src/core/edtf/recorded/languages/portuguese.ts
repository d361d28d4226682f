import type { LanguagePack } from '../language-pack.ts'

export const portuguese: LanguagePack = {
  language: 'pt',
  months: `
    janeiro|jan, fevereiro|fev|fever., março|mar, abril|abr, maio|mai., junho|jun, julho|jul,
    agosto|ago|ag., setembro|set.|setem., outubro|out.|outub., novembro|nov, dezembro|dez`,
  seasons: 'primavera, verão, outono, inverno',
  weekdays: `
    segunda-feira, terça-feira, quarta-feira, quinta-feira, sexta-feira, sábado, domingo`,
  words: {
    circa: 'cerca de|cerca|c. de|por volta de|à volta de|aprox|aproximadamente|em torno de',
    uncertain: 'provavelmente|provável|prov.|possivelmente|talvez|presumivelmente',
    before: 'antes de|antes do|antes|anterior a|ant.|ant. a',
    after: 'depois de|depois do|depois|após|posterior a|post. a',
    shortly: 'pouco|logo',
    since: 'desde|a partir de',
    until: 'até|até ao|até a',
    'at-latest': 'o mais tardar|o mais tardar em|não depois de|não posterior a',
    'at-earliest': 'não antes de|não anterior a',
    earlier: 'anterior',
    later: 'posterior|mais tarde',
    between: 'entre',
    and: 'e',
    or: 'ou',
    to: 'a|ao',
    from: 'de|do|da',
    early:
      'início|inícios|no início|princípio|princípios|começo|começos|primeiros|início do|início da|princípios do|inícios do',
    middle: 'meados|em meados|meio|meados do|meados da',
    late: 'final|finais|fim|fins|no final|em finais|final do|final da|finais do|fim do|fins do',
    half: 'metade|semestre',
    quarter: 'quartel|quarto|trimestre',
    third: 'terço|quadrimestre',
    decade: 'década|década de|na década de|nos anos|décadas|anos|déc.',
    century: 'século|no século|séculos|séc|sécs',
    'turn-of-century': 'virada do século|viragem do século|virada|viragem',
    undated:
      's/d|s/data|sd|s. data|sem data|sem ano|não datado|não datada|data desconhecida|desconhecido|desconhecida|data não identificada',
    filler:
      'o|a|os|as|de|do|da|dos|das|em|ano|no ano de|no ano|no dia|ano de|data|datado|datada|dia|mês de|pelo|pelos',
  },
  ordinals: 'último|última, primeiro|primeira, segundo|segunda, terceiro|terceira, quarto|quarta',
  centuries:
    'quinze, dezasseis|dezesseis, dezassete|dezessete, dezoito, dezanove|dezenove, , vinte e um',
  decades: 'dez, vinte, trinta, quarenta, cinquenta, sessenta, setenta, oitenta, noventa',
  ordinalEndings: 'o|a|os|as',
  decadeEndings: 's',
  monthEndings: 'bro',
  isDayFirst: true,
}
