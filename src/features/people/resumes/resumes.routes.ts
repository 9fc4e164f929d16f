import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { movedTo } from '#kernel/moved-to.ts'
import { jsonResumeOf } from './json-resume.contract.ts'
import { exportResume, getOwnResume, getResume, saveResume } from './resumes.contract.ts'
import { findOwnResume, findResume, saveDocument } from './resumes.store.ts'

export const resumeRoutes = [
  implement(getOwnResume, ({ member, ctx }) => findOwnResume(ctx.db, member.id)),
  implement(saveResume, async ({ body, member, ctx }) => {
    await saveDocument(ctx.db, member.id, body)
    return body
  }),
  implement(getResume, async ({ params, member, ctx }) => {
    const options = { viewerId: member?.id ?? null, hasProjects: ctx.siteSettings.isOn('projects') }
    return found(await findResume(ctx.db, params.username, options), 'CV')
  }),
  implement(exportResume, async ({ params, ctx }) => {
    const options = { viewerId: null, hasProjects: ctx.siteSettings.isOn('projects') }
    const resume = found(await findResume(ctx.db, params.username, options), 'CV')
    const { username } = resume.user
    if (username !== params.username) return movedTo(ctx.siteUrl + exportResume.href({ username }))
    return new Response(`${JSON.stringify(jsonResumeOf(resume, ctx.siteUrl), null, 2)}\n`, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="cv-${username}.json"`,
        'cache-control': 'no-cache',
      },
    })
  }),
]
