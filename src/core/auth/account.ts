/** An account as the sign-in service tells it: the number stays, the name may change. */
export interface Account {
  id: number
  username: string
}
