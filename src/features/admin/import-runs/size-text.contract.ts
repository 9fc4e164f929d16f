import { locale } from '#messages/messages.ts'

/** Formats a size in the largest suitable unit: `3.4 MB`. */
export function sizeText(bytes: number): string {
  const [unit, size] =
    bytes >= 1024 ** 3
      ? (['GB', 1024 ** 3] as const)
      : bytes >= 1024 ** 2
        ? (['MB', 1024 ** 2] as const)
        : (['kB', 1024] as const)
  return `${(bytes / size).toLocaleString(locale(), { maximumFractionDigits: 1 })} ${unit}`
}
