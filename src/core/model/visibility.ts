/** Which records a caller sees: only public ones, or all. */
export type Visibility = 'public' | 'everything'
