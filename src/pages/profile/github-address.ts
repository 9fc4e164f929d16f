export const githubAddress = (githubUsername: string): string => `https://github.com/${githubUsername}`
