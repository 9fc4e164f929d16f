import type { ReactNode } from 'react'

/** Hides a part of a message from everyone except screen readers:
 *  `rich('Sync<hidden> with GitHub</hidden>', { hidden: visuallyHidden })`. */
export const visuallyHidden = (content: ReactNode): ReactNode => <span className="visually-hidden">{content}</span>
