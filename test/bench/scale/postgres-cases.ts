import type { Database } from 'better-sqlite3'
import { casesAround, type Place } from './cases.ts'

/** A request whose answer PostgreSQL and SQLite find. */
export interface Request {
  name: string
  path: string
}

/** The lists of a catalog, its searches and its activity. */
export function requestsOf(db: Database): Request[] {
  const [place] = db
    .prepare<[], Place>(
      `select round(longitude, 1) as longitude, round(latitude, 1) as latitude
       from point_current group by 1, 2 order by count(*) desc limit 1`,
    )
    .all()
  const title = db.prepare<[], string>('select title from image where id = 4321').pluck().get()
  const words = title!.split(' ').slice(0, 2).join('+')
  const { longitude, latitude } = place!
  const here = `lat=${latitude}&lon=${longitude}`
  const images = db.prepare<[], number>('select count(*) from image').pluck().get()!
  const page = images / 100
  return [
    ...casesAround(place!).filter(({ name }) => !name.includes('page')),
    { name: `images page ${page}`, path: `/api/v2/images/?page=${page}` },
    {
      name: 'images collection + years',
      path: '/api/v2/images/?collection=1&year_min=1900&year_max=1910',
    },
    { name: 'text search', path: `/api/v2/search/text/?q=${words}` },
    { name: 'in view', path: `/api/v2/search/in-view/?${here}` },
    { name: 'in view, 5 km', path: `/api/v2/search/in-view/?${here}&radius=5000` },
    { name: 'activity', path: '/api/v2/activity/?limit=50' },
  ]
}
