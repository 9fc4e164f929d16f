import type { ArchivePart } from './archive.ts'
import type { DemoPart } from './demo.ts'
import type { Schema } from './endpoint.contract.ts'
import type { Subscription } from './event.ts'
import type { BaseContext, Context, Route } from './http.ts'
import type { Worker } from './job.ts'
import type { SiteGauge } from './metrics.ts'
import type { SafeFetch } from './safe-fetch.ts'
import type { SealedSecrets } from './sealed-secrets.ts'
import type { SitemapPart } from './sitemap.ts'
import type { Section } from '#schemas/sections.contract.ts'

declare module './http.ts' {
  interface BaseContext {
    features: readonly Feature[]
  }
}

/** What a folder in `features` contributes to the site. `app/features.ts` lists all features. */
export interface Feature {
  name: string
  /** The section to which the feature's routes and sitemap belong. */
  section?: Section
  routes?: readonly Route[]
  workers?: readonly Worker[]
  /** Reactions to events from other features. */
  on?: readonly Subscription[]
  /** Creates services for the context. The handlers' context exists only later, when the services are used. */
  services?: (base: BaseContext & { fetch: SafeFetch }, context: () => Context) => Partial<Context>
  /** Runs once per process, after all services and workers have been created. */
  start?: (ctx: Context) => unknown
  /** Runs when the process begins to stop: calls and jobs may still be in progress. */
  stop?: (ctx: Context) => unknown
  /** Runs after all jobs have ended. */
  close?: (ctx: Context) => unknown
  /** Deletes the feature's data about a member whose account is being deleted, in `db`'s transaction. Must be safe
   *  to repeat. */
  accountDeletion?: (ctx: Pick<Context, 'db' | 'clock'>, account: DeletedAccount) => Promise<unknown>
  /** Lists in the archive of a member's data. */
  archive?: readonly ArchivePart[]
  /** Tables that reference members but are not in the archive, with the reason: 'counts the follows'. */
  notInArchive?: Readonly<Record<string, string>>
  /** Loads the feature's demo content for an empty site. */
  demo?: () => Promise<DemoPart>
  sitemap?: SitemapPart
  /** Secrets that the feature's tables store encrypted. */
  secrets?: readonly SealedSecrets[]
  /** Returns metrics for the whole site. Called for each request to /metrics. */
  gauges?: (ctx: Context) => Promise<SiteGauge[]>
  /** Schemas that the API description references by these names. */
  schemas?: Readonly<Record<string, Schema>>
}

export interface DeletedAccount {
  memberId: number
  /** If false, the member's posts remain, without an author. */
  deletesPosts: boolean
}

export const feature = <const Parts extends Omit<Feature, 'name'>>(
  name: string,
  parts: Parts,
): Parts & Pick<Feature, 'name'> => ({
  name,
  ...parts,
})

/** Returns the feature's routes, with the feature's section unless their endpoints declare their own. */
export const routesOf = ({ section, routes = [] }: Feature): Route[] =>
  routes.map((route) => (section === undefined ? route : { section, ...route }))

/** The services that features create. */
type ServicesOf<F extends Feature> = Together<
  F extends { services: (...args: never[]) => infer Services } ? Services : object
>
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Returns a function that creates the services of all features. Its type includes every service, so a context that
 *  lacks one does not compile. */
export const servicesOf =
  <F extends Feature>(features: readonly F[]) =>
  (base: BaseContext & { fetch: SafeFetch }, context: () => Context): ServicesOf<F> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly what the features return
    Object.assign({}, ...features.map((feature) => feature.services?.(base, context))) as ServicesOf<F>
