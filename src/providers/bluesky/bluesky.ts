/** An account's current public profile. */
export interface BlueskyProfile {
  did: string
  /** `handle.invalid` while the handle does not resolve to the account. */
  handle: string
  /** Empty if not set. */
  displayName: string
  avatarUrl: string | null
}

export interface BlueskyFailure {
  ok: false
  /** `absent`: deleted, suspended, deactivated, or never created; retrying does not help. */
  reason: 'absent' | 'busy' | 'unavailable'
  /** A sentence to show to users. */
  message: string
}

/** Reads public data from Bluesky. */
export interface Bluesky {
  /** Returns within five seconds and never throws. @param actor a DID or a handle */
  profile(actor: string): Promise<{ ok: true; profile: BlueskyProfile } | BlueskyFailure>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    bluesky: Bluesky
  }
}
