// In a file of their own, because every page's script contains them.

export const homeKinds = ['feed', 'portfolio', 'page'] as const
export type HomeKind = (typeof homeKinds)[number]

export const portfolioLayouts = ['column', 'split', 'tiles'] as const
export type PortfolioLayout = (typeof portfolioLayouts)[number]

/** The blocks of the portfolio below the introduction, in their default order. */
export const portfolioBlocks = [
  'projects',
  'writing',
  'talks',
  'github',
  'skills',
  'testimonials',
  'pages',
  'links',
] as const
export type PortfolioBlock = (typeof portfolioBlocks)[number]

/** Returns the title of the home page: the site's name, with its tagline if there is one. */
export const homeTitle = ({ name, tagline }: { name: string; tagline?: string | undefined }): string =>
  tagline ? `${name} – ${tagline}` : name
