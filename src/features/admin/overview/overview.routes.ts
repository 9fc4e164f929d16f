import { implement } from '#kernel/implement.ts'
import { getOverview, type Overview } from './overview.contract.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** Reads the site's state and runs the `devstead doctor` checks that do not need the network. */
    siteOverview: () => Promise<Overview>
  }
}

export const overviewRoutes = [implement(getOverview, ({ ctx }) => ctx.siteOverview())]
