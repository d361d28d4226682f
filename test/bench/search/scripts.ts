import type { Chance } from '../../support/generated-catalog/random.ts'

/** Frequent words of captions, and syllables of which names are invented. */
interface Script {
  words: readonly string[]
  syllables: readonly string[]
  /** Words without blanks between them. */
  isJoined?: true
}

const SCRIPTS: readonly Script[] = [
  {
    words:
      'и в на улица вид с церковь мост дом площадь старый набережная река вокзал Москва город угол проспект собор монастырь рынок театр здание школа сад парк открытка фотография год года до после революции северная сторона Волга Нева переулок ворота крепость кремль'.split(
        ' ',
      ),
    syllables:
      'ал бер вас вин гор дан дми ев жел зол ив кар кос лев мак нов ов оль пет род сер тол уль фед хар шев щер юр ян ский ова ич енко ин ая'.split(
        ' ',
      ),
  },
  {
    words:
      'και της του στην από οδός πλατεία εκκλησία γέφυρα λιμάνι θέα παλιά πόλη Αθήνα Θεσσαλονίκη κτίριο σταθμός σχολείο αγορά δρόμος θάλασσα βουνό νησί φωτογραφία κάστρο ναός άγιος σπίτι γωνία βόρεια'.split(
        ' ',
      ),
    syllables:
      'αλ βασ γεω δημ ευ ζαχ θεο ιω κων λαμ μαν νικ ξεν ορ παπ ρου στα τσι φιλ χαρ ψαλ ωρ ίδης όπουλος άκης ού ας'.split(
        ' ',
      ),
  },
  {
    words:
      '東京 京都 大阪 駅 前 通り 橋 神社 寺 写真 絵葉書 風景 明治 大正 昭和 時代 の と から 見た 市 町 村 学校 公園 川 山 海岸 港 北京 上海 街 城 門 广场 老 照片 教堂 大学 铁路'.split(
        ' ',
      ),
    syllables:
      '田 中 山 川 本 松 村 木 高 小 大 林 森 石 井 藤 原 野 谷 崎 島 橋 池 清 水 金 宮 内 上 下 西 東 北 南 新 古 青 白 黒 赤 王 李 张 刘 陈 杨 黄 赵 周 吴'.split(
        ' ',
      ),
    isJoined: true,
  },
  {
    words:
      'في من على شارع مسجد جامع سوق قديم صورة منظر باب قلعة مدينة القاهرة بغداد دمشق بيت ساحة نهر ميناء مدرسة قصر جسر البحر القديمة السوق الكبير محطة عام قبل'.split(
        ' ',
      ),
    syllables:
      'ال عبد بن محم أحم حس عل سل خل يوس إبر جم فه نا صا كر مر طا زي شر قا هان ود ين ان ية'.split(
        ' ',
      ),
  },
]
const NAMES = 20_000

/** Returns words of one script other than Latin. */
export function otherWords(chance: Chance, count: number): string[] {
  const script = SCRIPTS[chance.below(SCRIPTS.length)]!
  const words = Array.from({ length: count }, () => wordOf(chance, script))
  if (!script.isJoined) return words
  return Array.from({ length: Math.ceil(count / 3) }, (_, n) =>
    words.slice(n * 3, n * 3 + 3).join(''),
  )
}

function wordOf(chance: Chance, { words, syllables }: Script): string {
  if (chance.is(0.85)) return words[chance.zipf(words.length)]!
  let [name, rest] = ['', chance.zipf(NAMES) + 1]
  while (rest > 0) {
    name += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  }
  return name
}
