export interface QueryClass {
  name: string
  /** Limit of the median time in milliseconds. */
  limitMs: number
  queries: readonly string[]
}

const FAST = 1000
const SLOW = 3000
const MOST_CHARACTERS = 500

const LONG_TEXTS = [
  `The north side of Grand Street, looking west from the corner of Clinton Street. In the foreground are two brick houses
of three stories each, with stores on the ground floor; the sign of a tailor can be read above the door of the first
one. Behind them the tower of the old Presbyterian church is visible, and on the extreme right a part of the elevated
railroad structure. The houses were demolished two years later, when the street was widened for the approach to the new
bridge. The same view is shown in three other photographs of this collection.`,
  `A general view of the harbor from the roof of the custom house, showing the ferry terminal, several steamships at
their piers, and a sailing vessel at anchor. The large building with the dome at the left of the picture was the
produce exchange; the row of low structures in the center are warehouses that belonged to a shipping company. According
to a note on the back the picture was taken on a Sunday morning in April, shortly before the great fire that destroyed
most of the block between Water Street and the river. Gift of the family of the photographer.`,
  `Three views of an old frame house on the east side of the road, about two hundred feet south of the railroad station.
It was built before the Revolution by a Dutch farmer whose descendants lived in it until 1896. (1) The front, with the
original porch and the stone chimney. (2) The rear, seen from the orchard. (3) The kitchen in the basement, with the
large fireplace and the oven. At the time of the photographs the house was used as a boarding house for workmen who were
building the new boulevard. The property was sold at auction in May 1927 to a real estate company.`,
  `Chruch of the Holy Trinity, n.w. cornr of Broadway and Rector Stret, from the south west. Built in 1846 by Richard
Upjon, architect. View shows the spire, the grave yard with its iron fence, and office bildings of Wall Street in the
back ground, among them the Bankers Trust Company and the Equitable. Horse cars and hansom cabs in the foregrund. Publishd
as a postcard by the Rotograph Co., printed in Germany; message and adress on the back, post marked Brooklyn, N.Y., Sept.
14, 1907, 3 pm. Bought from a dealer at the flea market; some stains and a crease at the upper left corner.`,
  `street avenue corner building house church park square bridge station school hotel theatre market hospital library
museum college court bank store office factory hall pier dock ferry railroad elevated subway trolley automobile wagon
horse river bay harbor creek island beach road lane place terrace boulevard parkway plaza drive heights hill village
town city county borough brooklyn queens bronx manhattan richmond staten island long island new york jersey north south
east west side view from looking toward between near opposite adjoining showing left right background foreground`,
]

/** Fixed queries, five of each class. */
export const QUERY_CLASSES: readonly QueryClass[] = [
  {
    name: 'one word',
    limitMs: FAST,
    queries: ['street', 'church', 'bridge', 'blacksmith', 'vanderwater'],
  },
  {
    name: 'two words',
    limitMs: FAST,
    queries: ['old church', 'brooklyn bridge', 'grand street', 'elevated railroad', 'steam ferry'],
  },
  {
    name: 'misspelt',
    limitMs: FAST,
    queries: ['chruch', 'brookyln bridge', 'suqare thee', 'publik libary', 'washingtn sqare'],
  },
  {
    name: '20 words',
    limitMs: SLOW,
    queries: [
      'north side of grand street west from clinton street showing the old houses that were demolished for the new bridge approach',
      'view of the harbor from the roof of the custom house with several ferry boats and a large sailing ship at anchor',
      'children playing with a dog in front of the public school on a winter morning after heavy snow had fallen all night',
      'first avenue elevated line at the corner of fourteenth street looking south the station on the left was closed in june 1942',
      'dutch farm house built before the revolution by the lefferts family moved to prospect park in 1918 and used as a museum',
    ],
  },
  {
    name: `${MOST_CHARACTERS} characters`,
    limitMs: SLOW,
    queries: LONG_TEXTS.map((text) => text.replaceAll('\n', ' ').slice(0, MOST_CHARACTERS)),
  },
  {
    name: 'non-Latin',
    limitMs: SLOW,
    queries: [
      'церковь',
      'старая улица Москвы',
      'παλιά εκκλησία',
      '東京駅前の写真',
      'شارع المسجد القديم',
    ],
  },
]
