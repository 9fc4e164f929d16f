/** Number of articles on the portfolio. */
export const articlesShown = 5
