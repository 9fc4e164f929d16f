/** Why an account could not be read. */
export const githubFailureCodes = ['not_found', 'renamed', 'bad_token', 'limit', 'blocked', 'unavailable'] as const
export type GithubFailureCode = (typeof githubFailureCodes)[number]
