/** How much somebody sees: what is public, or also what is not. */
export type Visibility = 'public' | 'everything'
