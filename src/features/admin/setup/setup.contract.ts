import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'

/** The steps of setting up a new site, in display order. */
export const setupSteps = ['name', 'profile', 'look', 'home', 'github', 'project', 'post', 'import'] as const
const SetupStep = z.enum(setupSteps)
export type SetupStep = z.infer<typeof SetupStep>

/** `steps`: all steps, in display order, without those of sections that are off. `done`: the steps that are complete,
 *  judging by the site's content and settings. `skipped`: the steps that an administrator has skipped; they may be done
 *  as well. */
export const Setup = z.object({
  steps: z.array(SetupStep),
  done: z.array(SetupStep),
  skipped: z.array(SetupStep),
})
export type Setup = z.infer<typeof Setup>

/** Returns the steps that are neither done nor skipped. */
export const openSteps = ({ steps, done, skipped }: Setup): SetupStep[] =>
  steps.filter((step) => !done.includes(step) && !skipped.includes(step))

export const getSetup = endpoint('GET /api/admin/setup', {
  summary: 'Get which steps of the site’s setup are done',
  access: 'admin',
  answer: Setup,
})
export const saveSkippedSteps = endpoint('PUT /api/admin/setup', {
  summary: 'Set the skipped steps of the site’s setup',
  access: 'admin',
  body: z.pick(Setup, { skipped: true }),
  answer: Setup,
})
