import type { Tx } from '../database/store.ts'

/** An account of the sign-in service. The id never changes, the name may. */
export interface Account {
  id: number
  username: string
}

/** Finds an account in the transaction that signs it in. */
export type FindAccount = (tx: Tx) => Promise<Account>
