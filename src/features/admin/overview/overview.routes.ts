import { implement } from '#kernel/implement.ts'
import { getOverview, type Overview } from './overview.contract.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** Reads the site's state and runs those checks of `devstead doctor` that need no network. */
    siteOverview: () => Promise<Overview>
  }
}

export const overviewRoutes = [implement(getOverview, ({ ctx }) => ctx.siteOverview())]
