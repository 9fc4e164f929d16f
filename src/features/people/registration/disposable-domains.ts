let domains: Promise<ReadonlySet<string>> | undefined

/** Returns whether the domain, or one of its parent domains, belongs to a disposable email service. */
export async function isDisposable(domain: string): Promise<boolean> {
  const listed = await (domains ??= loadDomains())
  const labels = domain.split('.')
  return labels.some((_, index) => listed.has(labels.slice(index).join('.')))
}

/** Loads the list only when someone registers. */
async function loadDomains(): Promise<ReadonlySet<string>> {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js')
  return disposableEmailBlocklistSet()
}
