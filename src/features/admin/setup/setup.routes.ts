import { inTransaction } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import type { Section } from '#schemas/sections.contract.ts'
import { chosenIn, type SiteSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { getSetup, saveSkippedSteps, type Setup, type SetupStep, setupSteps } from './setup.contract.ts'
import { findContent, findSkippedSteps, replaceSkippedSteps } from './setup.store.ts'

export const setupRoutes = [
  implement(getSetup, ({ ctx }) => setupOf(ctx)),
  implement(saveSkippedSteps, async ({ ctx, body }) => {
    await inTransaction(ctx.db, (db) => replaceSkippedSteps(db, body.skipped))
    return setupOf(ctx)
  }),
]

/** The sections that a step is for. It is left out while all of them are off. */
const sections: Partial<Record<SetupStep, Section[]>> = {
  project: ['projects'],
  github: ['github'],
  post: ['feed', 'blog'],
}

async function setupOf({ db, siteSettings }: Context): Promise<Setup> {
  const chosen = chosenIn(siteSettings.now.settings)
  const isChanged = (...names: (keyof SiteSettings)[]) => names.some((name) => name in chosen)
  const content = await findContent(db)
  const isDone: Record<SetupStep, boolean | undefined> = {
    name: isChanged('name', 'icon'),
    profile: content?.hasProfile,
    look: isChanged('accent', 'typeface', 'density'),
    home: isChanged('home', 'sectionsOff', 'sectionOrder'),
    github: content?.hasGithub,
    project: content?.hasProject,
    post: content?.hasPost,
    import: content?.hasImport,
  }
  return {
    steps: setupSteps.filter((step) => sections[step]?.some(siteSettings.isOn) ?? true),
    done: setupSteps.filter((step) => isDone[step]),
    skipped: await findSkippedSteps(db),
  }
}
