import { codeOf, stepAt } from '#providers/identity/totp.ts'
import type { TestApplication } from './application.ts'
import { fromBase32 } from './identity.ts'

/** Adds an authenticator app to the account. @returns the app, and the access token of the raised session. `signIn`
 *  enters the app's next code in another session and returns its new access token. */
export async function addSecondFactor({ call }: Pick<TestApplication, 'call'>, token: string) {
  const ask = async <Body>(target: string, token: string, body: object) =>
    (await (await call('POST', `/auth/v1${target}`, { token, body })).json()) as Body
  const app = await ask<{ id: string; totp: { secret: string } }>('/factors', token, { factor_type: 'totp' })
  async function enterCode(token: string, steps: number): Promise<string> {
    const { id: challenge_id } = await ask<{ id: string }>(`/factors/${app.id}/challenge`, token, {})
    const code = codeOf(fromBase32(app.totp.secret), stepAt(Date.now()) + steps)
    const answer = await ask<{ access_token: string }>(`/factors/${app.id}/verify`, token, { challenge_id, code })
    return answer.access_token
  }
  return { id: app.id, token: await enterCode(token, 0), signIn: (token: string) => enterCode(token, 1) }
}
