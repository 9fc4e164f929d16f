/** Why reading an account failed. */
export const githubFailureCodes = ['not_found', 'renamed', 'bad_token', 'limit', 'blocked', 'unavailable'] as const
export type GithubFailureCode = (typeof githubFailureCodes)[number]
