/** An account as the network shows it now. */
export interface BlueskyProfile {
  did: string
  /** `handle.invalid` while it does not lead back to the account. */
  handle: string
  /** What they call themselves; empty when they do not. */
  displayName: string
  avatarUrl: string | null
}

export interface BlueskyFailure {
  ok: false
  /** `absent`: deleted, suspended, deactivated or never there; asking again does not help. */
  reason: 'absent' | 'busy' | 'unavailable'
  /** For people, a sentence. */
  message: string
}

/** Reads from Bluesky what everybody may read. */
export interface Bluesky {
  /** Never throws, and answers within five seconds. @param actor a DID or a handle */
  profile(actor: string): Promise<{ ok: true; profile: BlueskyProfile } | BlueskyFailure>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    bluesky: Bluesky
  }
}
