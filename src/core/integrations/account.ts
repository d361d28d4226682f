/** An account of the sign-in service. The id never changes, the name may. */
export interface Account {
  id: number
  username: string
}
