import './button.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

interface ButtonLook {
  /** `primary`: the main action. `quiet`: other actions. `plain`: without a border. */
  variant?: 'primary' | 'quiet' | 'plain' | 'danger'
  size?: 'm' | 's'
  icon?: IconName
}

interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  /** Shows a spinner and ignores presses. */
  busy?: boolean
}

export function Button({ variant = 'quiet', size = 'm', icon, busy, children, onClick, ...rest }: ButtonProps) {
  const isInert = busy || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      {...rest}
      {...look(variant, size, rest.className)}
      aria-disabled={isInert || undefined}
      aria-busy={busy || undefined}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
    >
      <Content icon={busy ? 'loader-circle' : icon}>{children}</Content>
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: IconName
  /** The accessible name and the tooltip. */
  label: string
}

/** An icon-only button. */
export function IconButton({ label, variant = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} className={join('button-icon', className)} aria-label={label} title={label} />
  )
}

interface ButtonLinkProps extends ButtonLook, Omit<ComponentPropsWithRef<'a'>, 'href'> {
  href: string
}

/** A link that looks like a button. Links to other sites and links with a `target` load a new page; other links
 *  navigate in place. */
export function ButtonLink({ variant = 'quiet', size = 'm', icon, href, children, ...rest }: ButtonLinkProps) {
  const attributes = { ...rest, ...look(variant, size, rest.className), href }
  const content = <Content icon={icon}>{children}</Content>
  return rest.target || !href.startsWith('/') ? (
    <a {...attributes}>{content}</a>
  ) : (
    <Link {...attributes}>{content}</Link>
  )
}

function Content({ icon, children }: { icon: IconName | undefined; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  )
}

const look = (variant: string, size: string, className?: string) => ({
  className: join('button', className),
  'data-variant': variant,
  'data-size': size,
})

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')
