import { resumeAddress } from '#features/people/resumes/resume-addresses.contract.ts'
import { resumeQuery } from '#features/people/resumes/resumes.hooks.ts'
import { personJsonLd, siteReference } from '../json-ld.ts'
import type { PageJsonLd } from '../page.ts'

/** Describes the CV's page and the person it is about. Source: schema.org, ProfilePage, Person */
export const cvJsonLd: PageJsonLd<typeof resumeAddress> = (cache, { params }, site) => {
  const resume = cache.getQueryData(resumeQuery(params.username).queryKey)
  if (!resume) return []
  const { user, document, updatedAt } = resume
  const { basics, work, education, skills, languages, awards } = document
  const url = site.url + resumeAddress.href({ username: user.username })
  const jobs = work.filter(({ endDate }) => endDate === '')
  const mainEntity = {
    ...personJsonLd(user, site),
    ...(basics.label && { jobTitle: basics.label }),
    ...(basics.summary && { description: basics.summary }),
    ...(basics.email && { email: basics.email }),
    ...(basics.phone && { telephone: basics.phone }),
    ...(basics.url && { sameAs: [basics.url] }),
    ...listed('worksFor', jobs, ({ name, url }) => ({ '@type': 'Organization', name, ...(url && { url }) })),
    ...listed('alumniOf', education, ({ institution: name }) => ({ '@type': 'EducationalOrganization', name })),
    ...listed('knowsAbout', skills, ({ name }) => name),
    ...listed('knowsLanguage', languages, ({ language }) => language),
    ...listed('award', awards, ({ title }) => title),
  }
  return [
    { '@type': 'ProfilePage', '@id': url, url, dateModified: updatedAt, isPartOf: siteReference(site), mainEntity },
  ]
}

const listed = <Entry>(name: string, entries: Entry[], present: (entry: Entry) => unknown) =>
  entries.length > 0 ? { [name]: entries.map(present) } : {}
