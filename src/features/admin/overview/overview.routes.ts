import { implement } from '#kernel/implement.ts'
import { getOverview, type Overview } from './overview.contract.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** Reads the state of the site and runs the checks of `devstead doctor` that need no network. */
    siteOverview: () => Promise<Overview>
  }
}

export const overviewRoutes = [implement(getOverview, ({ ctx }) => ctx.siteOverview())]
