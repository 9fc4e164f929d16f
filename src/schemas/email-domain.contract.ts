/** Returns the domain of an email address, in lowercase. */
export const emailDomainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
