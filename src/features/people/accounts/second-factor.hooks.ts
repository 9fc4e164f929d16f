import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { viewerQuery } from '#features/people/profiles/profiles.hooks.ts'
import { sessionUserId } from '#web/session.ts'
import { accountQuery } from './account.hooks.ts'
import { askIdentity, type Outcome } from './identity-client.hooks.ts'

/** A new app that has not been verified with a code yet. */
export interface NewApp {
  id: string
  /** The QR code as a `data:` URL. */
  qrCode: string
  secret: string
  /** Opens the app on the same device. */
  uri: string
}

interface Enrolled {
  id: string
  totp: { qr_code: string; secret: string; uri: string }
}

/** Creates an app and returns its secret, which cannot be read again. */
export async function beginApp(name: string): Promise<Outcome<NewApp>> {
  const outcome = await askIdentity<Enrolled>((auth) => auth.mfa.enroll({ factorType: 'totp', friendlyName: name }))
  if (!outcome.ok) return outcome
  const { id, totp } = outcome.data
  return { ok: true, data: { id, qrCode: totp.qr_code, secret: totp.secret, uri: totp.uri } }
}

interface Proof {
  factorId: string
  code: string
  hasRecoveryCodes: boolean
}

/** Verifies an app with its first code. Also creates recovery codes if the account has none. Returns null if it already
 *  had some or if creating them failed. */
async function addApp({ factorId, code, hasRecoveryCodes }: Proof): Promise<Outcome<string[] | null>> {
  const outcome = await askIdentity((auth) => auth.mfa.challengeAndVerify({ factorId, code }))
  if (!outcome.ok) return outcome
  const codes = hasRecoveryCodes ? null : await newRecoveryCodes(false)
  return { ok: true, data: codes?.ok ? codes.data : null }
}

interface Removal {
  factorId: string
  /** Whether the member has other apps. */
  hasOthers: boolean
}

/** Removes an app. A missing one is not an error. */
export async function removeApp({ factorId, hasOthers }: Removal): Promise<Outcome> {
  const outcome = await askIdentity((auth) => auth.mfa.unenroll({ factorId }))
  if (!outcome.ok && outcome.status !== 404) return outcome
  // The session may have reached AAL2 with this app. The next token reflects the change, and the page asks for another
  // code.
  if (hasOthers) await askIdentity((auth) => auth.refreshSession())
  return { ok: true, data: null }
}

/** Creates new recovery codes, replacing existing ones. */
const newRecoveryCodes = async (hasSome: boolean): Promise<Outcome<string[]>> => {
  const outcome = await askIdentity<{ codes: string[] }>(({ mfa }) =>
    hasSome ? mfa.recoveryCodes.regenerate() : mfa.recoveryCodes.generate(),
  )
  return outcome.ok ? { ok: true, data: outcome.data.codes } : outcome
}

const recoveryQuery = () =>
  queryOptions({
    queryKey: ['/auth/v1/factors/recovery-codes', sessionUserId()],
    queryFn: async () => {
      const outcome = await askIdentity<{ total: number; remaining: number }>((auth) =>
        auth.mfa.recoveryCodes.getStatus(),
      )
      if (!outcome.ok) throw new Error(outcome.message)
      return { total: outcome.data.total, remaining: outcome.data.remaining }
    },
  })

/** Returns the number of remaining recovery codes. Fetched only if there are any. */
export const useRecoveryCodes = (hasSome: boolean) => useQuery({ ...recoveryQuery(), enabled: hasSome })

const profileQuery = () => viewerQuery

export const useAppAddition = () => useChange(addApp, [accountQuery, recoveryQuery, profileQuery])
/** Does not refetch recovery codes: they are deleted with the last app. */
export const useAppRemoval = () => useChange(removeApp, [accountQuery, profileQuery])
export const useNewRecoveryCodes = () => useChange(newRecoveryCodes, [accountQuery, recoveryQuery])

/** Returns a mutation that refetches these queries afterward. */
function useChange<Input, Data>(
  mutationFn: (input: Input) => Promise<Outcome<Data>>,
  queries: (() => { queryKey: readonly unknown[] })[],
) {
  const cache = useQueryClient()
  const onSettled = () => Promise.all(queries.map((query) => cache.invalidateQueries(query())))
  return useMutation({ mutationFn, onSettled })
}
