import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sessionUserId } from '#web/session.ts'
import { accountQuery } from './account.hooks.ts'
import { askIdentity, type Outcome } from './identity-client.hooks.ts'

/** An app that has still to prove that it took the secret over. */
export interface NewApp {
  id: string
  /** An address to use as a picture's. */
  qrCode: string
  secret: string
  /** Opens the app on the device that the page is on. */
  uri: string
}

interface Enrolled {
  id: string
  totp: { qr_code: string; secret: string; uri: string }
}

/** Shows the secret of a new app, this once. */
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

/** From its first right code on the app counts. An account without recovery codes gets some along with it: null where it has
 *  them, or they could not be made. */
async function addApp({ factorId, code, hasRecoveryCodes }: Proof): Promise<Outcome<string[] | null>> {
  const outcome = await askIdentity((auth) => auth.mfa.challengeAndVerify({ factorId, code }))
  if (!outcome.ok) return outcome
  const codes = hasRecoveryCodes ? null : await newRecoveryCodes(false)
  return { ok: true, data: codes?.ok ? codes.data : null }
}

interface Removal {
  factorId: string
  /** Other apps stay. */
  hasOthers: boolean
}

/** Forgets an app; without one that is gone already it changes nothing. */
export async function removeApp({ factorId, hasOthers }: Removal): Promise<Outcome> {
  const outcome = await askIdentity((auth) => auth.mfa.unenroll({ factorId }))
  if (!outcome.ok && outcome.status !== 404) return outcome
  // The session may have had its level from this app: its next token says so, and the page asks for another code.
  if (hasOthers) await askIdentity((auth) => auth.refreshSession())
  return { ok: true, data: null }
}

/** A new set in place of the old one, if there is any. */
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

/** How many recovery codes are left; asked for only where there are some. */
export const useRecoveryCodes = (hasSome: boolean) => useQuery({ ...recoveryQuery(), enabled: hasSome })

export const useAppAddition = () => useChange(addApp, [accountQuery, recoveryQuery])
/** With the last app the recovery codes are gone, and nothing is there to be read again. */
export const useAppRemoval = () => useChange(removeApp, [accountQuery])
export const useNewRecoveryCodes = () => useChange(newRecoveryCodes, [accountQuery, recoveryQuery])

/** A change after which those are read again. */
function useChange<Input, Data>(
  mutationFn: (input: Input) => Promise<Outcome<Data>>,
  queries: (() => { queryKey: readonly unknown[] })[],
) {
  const cache = useQueryClient()
  const onSettled = () => Promise.all(queries.map((query) => cache.invalidateQueries(query())))
  return useMutation({ mutationFn, onSettled })
}
