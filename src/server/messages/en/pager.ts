export const pager = {
  pages: 'Pages',
  previous: 'Previous page',
  next: 'Next page',
  page: (page: number) => `Page ${page}`,
  /** `61–120 of 1,234` */
  range: (first: string, last: string, count: string) => `${first}–${last} of ${count}`,
}
