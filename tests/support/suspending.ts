import { liftSuspension, suspendMember } from '#features/admin/suspensions/suspensions.contract.ts'
import { testApplication } from '#tests/support/application.ts'

export const words = 'This account has been suspended. Reason: Sells shoes'

export async function site() {
  const t = await testApplication({ RATE_LIMITS: 'off' })
  const [admin, alice, bob] = [await t.register('boss'), await t.register('alice'), await t.register('bob')]
  const read = async <Body>(method: string, path: string, token: string | null = null, body?: unknown) => {
    const answer = await t.call(method, path, { token, body })
    return { status: answer.status, body: (await answer.json().catch(() => null)) as Body }
  }
  const idOf = async (token: string) => (await read<{ id: number }>('GET', '/api/users/me', token)).body.id
  const ids = { boss: await idOf(admin), alice: await idOf(alice), bob: await idOf(bob) }
  const post = async (token: string, content: string) =>
    (await read<{ id: number }>('POST', '/api/posts', token, { content, categoryId: 1 })).body.id
  const suspend = (id = ids.alice, reason = 'Sells shoes') => read('PUT', suspendMember.href({ id }), admin, { reason })
  const lift = (id = ids.alice) => read('DELETE', liftSuspension.href({ id }), admin)
  return { ...t, admin, alice, bob, ids, read, post, suspend, lift }
}
export type Site = Awaited<ReturnType<typeof site>>
