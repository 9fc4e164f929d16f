import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Demo } from '#kernel/demo.ts'
import type { Context } from '#kernel/http.ts'
import { demoPassword } from '#features/people/profiles/profiles.demo.ts'
import { memberCount } from '#features/people/profiles/profiles.store.ts'
import { seededChance } from './chance.ts'

/** Fills an empty site with members and content. Does nothing if there are members.
 *  @returns the message to print: the logins, or why nothing was done */
export async function fillDemo(ctx: Context): Promise<string> {
  if ((await memberCount(ctx.db)) > 0) return 'This site already has members. The demo only fills an empty site.'
  const demo: Demo = {
    ctx,
    nowMs: ctx.clock.now(),
    chance: seededChance(1),
    picture: (name) => readFile(path.join(import.meta.dirname, 'pictures', name)),
    members: [],
    posts: [],
  }
  for (const { demo: load } of ctx.features) await (await load?.())?.(demo)
  return loginsOf(demo)
}

function loginsOf({ members }: Demo): string {
  const width = Math.max(...members.map(({ username }) => username.length))
  const rows = members.map(({ username, email, role }) => {
    const note = role === 'admin' ? '  (the owner)' : ''
    return `  ${username.padEnd(width)}  ${email}${note}`
  })
  return [
    `The demo is ready. Sign in as one of these members with the password "${demoPassword}":`,
    ...rows,
    'This password is public. Change it before others can reach the site.',
  ].join('\n')
}
