/** The user who runs a command on the host. */
export interface HostUser {
  system_user: string
  /** The user who called sudo. */
  sudo_user?: string
}

/** Who changes something: a user who is signed in, or a user of the host. */
export type Actor = { userId: number } | { hostUser: HostUser }
