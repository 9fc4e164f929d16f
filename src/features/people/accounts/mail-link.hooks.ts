import { useEffect, useSyncExternalStore } from 'react'
import { nextPath } from './accounts.contract.ts'
import { t } from '#messages/messages.ts'

/** A one-time link from an email, which is used only when the button is pressed. */
export interface MailLink {
  kind: 'link'
  type: 'recovery' | 'signup' | 'email_change' | 'invite' | 'magiclink' | 'email'
  tokenHash: string
  next: string
}
/** The session in the URL fragment, from a hosted provider's email. */
export interface SessionLink {
  kind: 'session'
  type: string
  accessToken: string
  refreshToken: string
}
/** The return from another site, where the visitor has signed in. `link`: to connect an account. `confirm`: to confirm
 *  their identity. `flowId`: which sign-in of this browser. */
interface ExternalReturn {
  kind: 'code'
  type: 'external' | Returning
  code: string
  flowId: string | null
  next: string
}
/** A link that the hosted provider has rejected, for example because it was already used, or a failed return from another
 *  site. `type` is empty for a link, because the provider does not report it. */
interface FailedLink {
  kind: 'failed'
  type: '' | Returning
  message: string
  code: string
}
type Returning = 'link' | 'confirm'
export type Landing = MailLink | SessionLink | ExternalReturn | FailedLink

const types = new Set<string>(['recovery', 'signup', 'email_change', 'invite', 'magiclink', 'email'])
const isType = (type: string | null): type is MailLink['type'] => type !== null && types.has(type)

/** Returns the link that the visitor has followed, or their return from another site; null if there is neither, on the
 *  server, and while hydrating. Removes the tokens from the URL immediately. */
export function useLanding(): Landing | null {
  const landing = useSyncExternalStore(onAddressChange, currentLanding, () => null)
  useEffect(() => {
    if (!landing) return undefined
    history.replaceState(history.state, '', location.pathname)
    return () => {
      last = { address: '', landing: null }
    }
  }, [landing])
  return landing
}

let last: { address: string; landing: Landing | null } = { address: '', landing: null }

/** Remembers the link after it has been removed from the URL. */
function currentLanding(): Landing | null {
  const address = location.search + location.hash
  if (address === last.address) return last.landing
  const landing = landingOf(location.search, location.hash)
  if (landing) last = { address, landing }
  return last.landing
}

function onAddressChange(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener('hashchange', listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener('hashchange', listener)
  }
}

/** Parses a URL: `?type=recovery&token_hash=…`, `?code=…`, or `#access_token=…&refresh_token=…&type=recovery`. */
export function landingOf(search: string, hash: string): Landing | null {
  const query = new URLSearchParams(search)
  const type = query.get('type')
  const tokenHash = query.get('token_hash')
  const next = afterLanding(query.get('next'))
  if (isType(type) && tokenHash) return { kind: 'link', type, tokenHash, next }
  const code = query.get('code')
  if (code)
    return { kind: 'code', type: isReturn(type) ? type : 'external', code, flowId: query.get('sb_flow_id'), next }
  const fragment = new URLSearchParams(hash.slice(1))
  const accessToken = fragment.get('access_token')
  const refreshToken = fragment.get('refresh_token')
  if (accessToken && refreshToken) {
    return { kind: 'session', type: fragment.get('type') ?? '', accessToken, refreshToken }
  }
  if (!fragment.has('error')) return null
  return {
    kind: 'failed',
    type: isReturn(type) ? type : '',
    message: fragment.get('error_description') ?? t('Email link is invalid or has expired'),
    code: fragment.get('error_code') ?? '',
  }
}

const isReturn = (type: string | null): type is Returning => type === 'link' || type === 'confirm'

/** Never redirects to the sign-in page itself. */
const afterLanding = (next: string | null): string => {
  const path = nextPath(next)
  return /^\/(auth|login)\b/.test(path) ? '/' : path
}
